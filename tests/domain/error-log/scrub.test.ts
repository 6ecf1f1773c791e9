import { describe, expect, it } from 'vitest'
import { scrubbed } from '#domain/error-log/scrub.ts'

const TOKEN = 'kZ3mQ8vR1tY6uI0oP4aS7dF2gH5jK9lX_cV-bN1mQwE'
const UUID = '0198c7a2-6a1e-7c3b-9f1d-2b4e8a6c0d11'

describe('an error’s text loses', () => {
  it.each([
    ['an e-mail address', 'No mailbox for ada.lees@copper-sons.co.uk.', 'No mailbox for …@…'],
    ['a token', `Cannot use ${TOKEN} here`, 'Cannot use … here'],
    ['a bearer token', 'authorization: Bearer abc123', 'authorization: … …'],
    ['a signed token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dBjftJeZ4CVP failed', '… failed'],
    ['a password in JSON', '{"password":"ham & eggs","page":1}', '{"password":…,"page":1}'],
    ['a password in a form', 'email=a%40b.c password=hunter2 page=1', 'email=… password=… page=1'],
    ['its confirmation', 'password_confirmation: "hunter2"', 'password_confirmation: …'],
    ['a name in JSON', `{"username": "Ada Lees", "id": "${UUID}"}`, `{"username": …, "id": "${UUID}"}`],
    ['a query', 'GET /auth/reset-password?email=a@b.c&token=1 failed', 'GET /auth/reset-password failed'],
    ['a fragment', 'https://trolly.example/x#token=abc', 'https://trolly.example/x'],
    [
      'what JSON.parse quotes',
      `Unexpected token 'A', "Ada "x" Lees" is not valid JSON`,
      `Unexpected token 'A', "…" is not valid JSON`,
    ],
  ])('%s', (_, text, left) => expect(scrubbed(text)).toBe(left))

  it('what the device knows of its user', () => {
    const known = ['Ada', 'Ada Lees', 'ada@example.com', 'short-token', '']
    expect(scrubbed('Ada Lees (Ada) has short-token', known)).toBe('… (…) has …')
  })
})

describe('it keeps', () => {
  it.each([
    "Cannot read properties of undefined (reading 'items')",
    `No trolly ${UUID}`,
    'a?.b is not a function',
    'POST basket/new/{id}/checkout answered 422 too_many_lines',
    'at Screen (https://trolly.example/assets/use-product-search-analysis-Dk39fk20aZ.js:10:52)',
  ])('%s', (text) => expect(scrubbed(text)).toBe(text))

  it('the line and column of an address whose query goes', () => {
    expect(scrubbed('at f (https://trolly.example/src/main.tsx?t=1764241200:10:52)')).toBe(
      'at f (https://trolly.example/src/main.tsx:10:52)',
    )
  })
})

it.each(['"', '/', '?', 'a@', 'eyJ-', 'token="', 'token=', 'Bearer ', 'a1', '#a:1'])(
  'a stranger’s text of %s again and again does not stop the server',
  (part) => {
    const steps = countSteps(() => scrubbed(part.repeat(16_000 / part.length)))
    expect(steps).toBeLessThan(2_000)
  },
)

/** Milliseconds of this process alone: a text that costs the square of its length takes many seconds. */
function countSteps(act: () => void): number {
  const before = process.cpuUsage()
  act()
  return process.cpuUsage(before).user / 1_000
}
