import { afterAll, describe, expect, it } from 'vitest'
import { failureOf } from '#server/cli/program.ts'
import { users } from '#server/db/schema/users.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { errorText, loggedError, traceOf } from '#server/error-text.ts'
import { openPostbox } from '#server/features/mail/postbox.ts'
import { aUser } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'
import { startPostOffice } from '#tests/support/post-office.ts'

const { database } = await testDatabase()
const office = await startPostOffice()
afterAll(() => office.close())

const SECRET = 'hunter2\n    at secret@kitchen.example.com'

const refusedMail = (): Promise<unknown> => {
  office.next('refused')
  return openPostbox({ smtpUrl: office.url, dataDir: '' }).send({
    messageId: '<1@copper.example.com>',
    writtenAt: new Date(),
    from: 'orders@copper.example.com',
    to: 'secret@kitchen.example.com',
    subject: '',
    text: '',
    html: '',
    name: '',
  })
}

const failing = async (): Promise<[what: string, work: () => Promise<unknown>][]> => {
  const { id } = await aUser(database, { email: SECRET })
  const row = { id, email: SECRET, username: SECRET, passwordHash: SECRET, accountType: 'C2' as const }
  return [
    ['a duplicate, whose value is in the detail', () => database.insert(users).values(row)],
    [
      'a built statement of a transaction',
      () => inTransaction(database, (connection) => connection.insert(users).values(row)),
    ],
    ['a value in PostgreSQL’s own message', () => database.$client.query('SELECT $1::text::date', [SECRET])],
    ['the address in a mail server’s refusal', refusedMail],
    [
      'a value in the context of a function',
      () =>
        database.$client.query(
          "SELECT json_populate_record(NULL::users, json_build_object('id', $1::text))",
          [SECRET],
        ),
    ],
  ]
}

describe('no value of a statement gets into', () => {
  it('the log, a terminal or a stored reason', async () => {
    for (const [what, work] of await failing()) {
      const error = await work().then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      expect(error, what).toBeInstanceOf(Error)
      const told = [
        JSON.stringify(loggedError(error)),
        traceOf(error),
        errorText(error),
        failureOf(error).message,
      ]
      for (const text of told) {
        expect(text, what).not.toContain('hunter2')
        expect(text, what).not.toContain('secret@kitchen')
      }
    }
  })
})

it('a mail server’s reason stays, without the address', async () => {
  await expect(refusedMail().catch((error) => Promise.reject(errorText(error)))).rejects.toMatch(
    /550 <…@…>: No such person here$/,
  )
})

it('what is needed to find a fault stays: statement, code, constraint and stack', async () => {
  const { id } = await aUser(database)
  const row = { id, email: 'x@example.com', username: '', passwordHash: '', accountType: 'C2' as const }
  const error = await database
    .insert(users)
    .values(row)
    .then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
  expect(loggedError(error)).toMatchObject({
    message: expect.stringContaining('insert into "users"'),
    stack: expect.stringMatching(/\n {4}at /),
    cause: { code: '23505', constraint: 'users_pkey', table: 'users' },
  })
})
