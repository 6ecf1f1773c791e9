/** What a mail says. Kept with those that no later reading of the database could write again. */
export type MailWords = {
  subject: string
  heading: string
  paragraphs: string[]
  /** Where its link leads, without the origin. */
  link: { path: string; label: string }
}
