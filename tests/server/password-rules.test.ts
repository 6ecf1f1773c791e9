import { afterAll, expect, it } from 'vitest'
import { PASSWORD_FAULT_TEXTS, PASSWORD_FAULTS } from '#domain/passwords.ts'
import { openPasswordRules } from '#server/features/auth/password-rules.ts'
import { newPassword } from '#server/passwords.ts'
import { Refusal } from '#server/routing/refusal.ts'

const rules = openPasswordRules()
afterAll(rules.close)

const person = { email: 'marigold.hallam@kettle.example.com', username: 'Marigold Hallam' }
const faultOf = async (password: string, password_confirmation = password) =>
  rules.require({ password, password_confirmation }, person).then(
    () => undefined,
    (error: unknown) => {
      if (!(error instanceof Refusal) || error.code !== 'password_refused') throw error
      return error.parts.fields?.reason
    },
  )

it.each([
  ['nine chars', 'xkq7vbw2z', 'short'],
  ['emoji that only look long', '🥕🥕🥕🥕🥕', 'short'],
  ['one of the most used', 'qwertyuiop', 'common'],
  ['one of the most used with letters replaced', 'P@ssw0rd1234', 'common'],
  ['the person’s name and a year', 'Hallam1984', 'personal'],
  ['one letter again and again', 'zzzzzzzzzzzzzzzz', 'guessable'],
  ['a date', '21/07/1984', 'guessable'],
  ['a season and a year', 'Autumn2026!', 'guessable'],
  ['a long repetition', 'aA1!'.repeat(50), 'guessable'],
])('refuses %s', async (_, password, fault) => {
  expect(await faultOf(password)).toBe(fault)
})

it('refuses two that differ, before it is judged', async () => {
  expect(await faultOf('seven mops in a lorry', 'seven mops in the lorry')).toBe('differs')
})

it('accepts several words, any script, 200 characters and the passwords that we issue', async () => {
  for (const password of [
    'seven mops in a lorry',
    'молоко утром за углом',
    'xK7!vq2#Lw9p'.repeat(16).slice(0, 200),
    newPassword(),
  ]) {
    expect([password, await faultOf(password)]).toEqual([password, undefined])
  }
})

it('has words for each fault', () => {
  for (const fault of PASSWORD_FAULTS) expect(PASSWORD_FAULT_TEXTS[fault]).toMatch(/\.$/)
})
