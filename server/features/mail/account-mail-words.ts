import type { AccountMailKind } from '#domain/account-mail.ts'
import { instantText } from '#domain/delivery-days.ts'
import type { MailWords } from '#domain/mail-words.ts'

export type AccountMailFacts = {
  company: { name: string; email: string }
  /** Whose account it is. */
  email: string
  /** When the mail was written. */
  now: Date
  /** Of a reset alone. */
  token?: string
}

export const accountWordsOf = (
  kind: AccountMailKind,
  facts: AccountMailFacts,
): MailWords & { notes: string[] } => WORDS[kind](facts)

const WORDS: Record<AccountMailKind, (facts: AccountMailFacts) => MailWords & { notes: string[] }> = {
  password_reset: ({ company, email, token = '' }) => ({
    subject: `Reset your password for ${company.name}`,
    heading: 'Reset your password',
    paragraphs: [
      `Somebody asked to reset the password of ${email}. The link and the code below work once, within an hour.`,
    ],
    link: {
      path: `/auth/reset-password?${new URLSearchParams({ token, email })}`,
      label: 'Choose a new password',
    },
    notes: [
      'If you didn’t ask for this, ignore this e-mail: your password stays as it is.',
      `Never give the code to anybody. ${company.name} will not ask you for it.`,
    ],
  }),
  password_changed: ({ company, email, now }) => ({
    subject: `Your password for ${company.name} has changed`,
    heading: 'Your password has changed',
    paragraphs: [
      `The password of ${email} was changed on ${instantText(now)}. Your other devices have been signed out.`,
    ],
    ...ifNotYou(company),
  }),
  passkey_added: ({ company, email, now }) => ({
    subject: `A passkey was added to your sign-in for ${company.name}`,
    heading: 'A passkey was added',
    paragraphs: [
      `A passkey was added to ${email} on ${instantText(now)}. It signs in without a password. Your account’s page lists all of them and removes any.`,
    ],
    ...ifNotYou(company),
  }),
  second_factor_on: ({ company, email, now }) => ({
    subject: `Two-step sign-in is on for ${company.name}`,
    heading: 'Two-step sign-in is on',
    paragraphs: [
      `Since ${instantText(now)}, signing in as ${email} with the password also takes a code of an authenticator app. Keep your recovery codes where you can find them without your phone.`,
    ],
    ...ifNotYou(company),
  }),
  second_factor_off: ({ company, email, now }) => ({
    subject: `Two-step sign-in is off for ${company.name}`,
    heading: 'Two-step sign-in is off',
    paragraphs: [`Since ${instantText(now)}, signing in as ${email} takes the password alone.`],
    ...ifNotYou(company),
  }),
}

const ifNotYou = ({ email }: AccountMailFacts['company']) => ({
  link: { path: '/auth/forgotten-password', label: 'This wasn’t me' },
  notes: [
    email === ''
      ? 'If this was you, there is nothing to do.'
      : `If this was you, there is nothing to do. If it wasn’t, reset your password and write to ${email}.`,
  ],
})
