import { dayText } from '#domain/london-time.ts'

/** The account that a document is for. */
export type Addressee = {
  id: string
  name: string
  addressLines: readonly string[]
  town: string
  postcode: string
}

export const addressOf = ({ name, addressLines, town, postcode }: Addressee): string[] =>
  [name, ...addressLines, town, postcode].filter((line) => line !== '')

/** `Tue 24 Nov 2026`: paper is kept for years. */
export const printedDay = (day: string): string => `${dayText(day)} ${day.slice(0, 4)}`
