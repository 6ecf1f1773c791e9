import { expect, it } from 'vitest'
import { renderAccountMail } from '#server/features/mail/account-mail.tsx'

const facts = {
  company: { name: 'Copper & Sons', email: 'office@example.com', colour: '#00447e' },
  publicUrl: 'https://orders.example.com',
  email: 'chef@example.com',
  now: new Date('2026-12-02T10:00:00Z'),
}

it.each([
  ['passkey_added', 'A passkey was added to your sign-in for Copper & Sons', 'signs in without a password'],
  ['second_factor_on', 'Two-step sign-in is on for Copper & Sons', 'Keep your recovery codes'],
  ['second_factor_off', 'Two-step sign-in is off for Copper & Sons', 'takes the password alone'],
] as const)(
  '%s says what changed, when, for whom, and what to do if it was somebody else',
  async (kind, subject, words) => {
    const mail = await renderAccountMail({ kind, ...facts })
    expect(mail.subject).toBe(subject)
    const text = mail.text.replaceAll(/\s+/g, ' ')
    for (const part of [
      words,
      'chef@example.com',
      '10:00 on Wed 2 Dec',
      'https://orders.example.com/auth/forgotten-password',
      'write to office@example.com',
    ])
      expect(text).toContain(part)
  },
)
