import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { verify } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { account } from '#contract/account.ts'
import { auth } from '#contract/auth.ts'
import { trollies } from '#contract/trollies.ts'
import { mailQueue } from '#server/db/schema/mail-queue.ts'
import { passwordResets, signInFailures, users } from '#server/db/schema/users.ts'
import { argon2id } from '#server/passwords.ts'
import { aUser, PASSWORD } from '#tests/support/builders.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startPostOffice } from '#tests/support/post-office.ts'
import { buildTestApp, callerOf, startTestApp } from '#tests/support/server.ts'
import { noteStatements } from '#tests/support/statements.ts'

const NEW = 'seven mops in a lorry'
const START = new Date('2026-11-25T09:00:00Z')

const office = await startPostOffice()
afterAll(() => office.close())
const argon2 = { verified: 0 }
const cost = { memoryCost: 7_168, timeCost: 1, parallelism: 1, outputLen: 32 }
const passwords = argon2id(cost, (...args: Parameters<typeof verify>) => {
  argon2.verified += 1
  return verify(...args)
})
let now = START
const config = {
  dataDir: mkdtempSync(join(inject('runFolder'), 'resets-')),
  smtpUrl: office.url,
  mailFrom: 'Copper & Sons <orders@copper.example.com>',
  publicUrl: 'https://orders.example.com',
  trustProxy: 1,
}
let decided = 0
const { app, database, call } = await startTestApp({
  now: () => now,
  config,
  passwords,
  onLog: (line) => {
    if (line.includes('"password_mail"')) decided += 1
  },
})

beforeEach(() => {
  now = START
})
const later = (minutes: number): void => {
  now = new Date(now.getTime() + minutes * 60_000)
}

/** A network of its own for each test, so that no lock of one reaches another. */
let networks = 0
const elsewhere = () => {
  networks += 1
  return { 'x-forwarded-for': `192.0.2.${networks}` }
}

const queuedFor = (userId: string) => database.select().from(mailQueue).where(eq(mailQueue.userId, userId))
/** Until it is decided whether there will be a mail, which happens after the reply. */
const forgot = async (email: string) => {
  const before = decided
  await call(account.forgotPassword, { body: { email } })
  await eventually(() => expect(decided).toBeGreaterThan(before))
}

/** The last mail's secrets, as a person reads them. */
const read = (email: string) => {
  const raw = office.accepted().findLast(({ to }) => to === email)?.raw ?? ''
  const text = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
  const link = new URL(
    /https:\/\/orders\.example\.com\/auth\/reset-password\?[^\s"<\]]+/.exec(text)?.[0] ?? '',
  )
  return {
    subject: /^Subject: (.*)$/m.exec(raw)?.[1]?.trim(),
    token: link.searchParams.get('token') ?? '',
    address: link.searchParams.get('email'),
    code: /\b(\d{3} \d{3})\b/.exec(text)?.[1] ?? '',
  }
}

const requested = async (email: string, userId: string) => {
  const before = (await queuedFor(userId)).map(({ id }) => id)
  await forgot(email)
  await eventually(async () =>
    expect((await queuedFor(userId)).filter(({ id }) => !before.includes(id))).toHaveLength(1),
  )
  await app.sendMail()
  return read(email.toLowerCase())
}

const reset = (email: string, token: string, { password = NEW, headers = {} } = {}) =>
  call(account.resetPassword, {
    body: { email, token, password, password_confirmation: password },
    headers,
  })
const signIn = (email: string, password: string, headers = {}) =>
  call(auth.signIn, { body: { email, password }, headers })
const REFUSED = {
  code: 'reset_refused',
  reason: 'passwords.token',
  message:
    'There was an error resetting your password. If you have recieved multiple Password Reset emails then please ensure you follow the link in the latest one you have recieved.',
}

describe('a mail that resets a password', () => {
  it('has a link for the address and a code, and the company’s name', async () => {
    const { email, id } = await aUser(database)
    const { subject, token, address, code } = await requested(email.toUpperCase(), id)
    expect(subject).toContain('Reset your password for')
    expect([token.length, address, code.length]).toEqual([43, email, 7])
  })

  it('is never in the database: neither the link’s token nor the code', async () => {
    const { email, id } = await aUser(database)
    const { token, code } = await requested(email, id)
    const rows = [
      ...(await queuedFor(id)),
      ...(await database.select().from(passwordResets).where(eq(passwordResets.userId, id))),
    ]
    const stored = JSON.stringify(rows.map((row) => ({ ...row, hash: '' })))
    for (const secret of [token, code, code.replace(' ', '')]) expect(stored).not.toContain(secret)
  })

  it('is sent five times an hour at most', async () => {
    const { email, id } = await aUser(database)
    for (let n = 0; n < 5; n += 1) await requested(email, id)
    await forgot(email)
    later(61)
    await requested(email, id)
    expect(office.accepted().filter(({ to }) => to === email)).toHaveLength(6)
  })

  it('that is sent again leaves both links, as nobody knows which one arrived', async () => {
    const { email, id } = await aUser(database)
    office.next('torn')
    const first = await requested(email, id)
    later(60 * 24)
    await app.sendMail()
    const second = read(email)
    expect(second.token).not.toBe(first.token)
    later(-60 * 24)
    expect((await reset(email, first.token)).status).toBe(200)
    expect((await reset(email, second.token)).error).toMatchObject(REFUSED)
  })
})

describe.each(['token', 'code'] as const)('the %s', (kind) => {
  const asked = async () => {
    const user = await aUser(database)
    return { ...user, proof: (await requested(user.email, user.id))[kind] }
  }

  it('sets the password once, ends every session and opens none', async () => {
    const { email, token, proof } = await asked()
    expect((await reset(email, proof)).body).toEqual({ message: 'Password Reset' })
    expect((await call(trollies.list, { token })).status).toBe(401)
    expect((await signIn(email, PASSWORD)).error.code).toBe('wrong_credentials')
    expect((await signIn(email, NEW)).status).toBe(200)
    const headers = elsewhere()
    expect((await reset(email, proof, { password: 'eight mops in a lorry', headers })).error).toMatchObject(
      REFUSED,
    )
    expect((await signIn(email, NEW)).status).toBe(200)
  })

  it('works within an hour', async () => {
    const { email, proof } = await asked()
    later(60)
    expect((await reset(email, proof)).error).toMatchObject(REFUSED)
    later(-1)
    expect((await reset(email, proof)).status).toBe(200)
  })

  it('is withdrawn by a newer request, before its mail is sent', async () => {
    const { email, id, proof } = await asked()
    await forgot(email)
    expect(await queuedFor(id)).toHaveLength(2)
    expect((await reset(email, proof)).error).toMatchObject(REFUSED)
    await app.sendMail()
    expect((await reset(email, read(email)[kind])).status).toBe(200)
  })

  it('is of one address alone', async () => {
    const { proof } = await asked()
    const other = await asked()
    const headers = elsewhere()
    expect((await reset(other.email, proof, { headers })).error).toMatchObject(REFUSED)
    expect((await reset(other.email, other.proof)).status).toBe(200)
  })

  it('survives a password that is refused', async () => {
    const { email, proof } = await asked()
    for (const [password, reason] of [
      ['qwertyuiop', 'common'],
      [PASSWORD, 'unchanged'],
    ] as const) {
      expect((await reset(email, proof, { password })).error).toMatchObject({
        code: 'password_refused',
        reason,
      })
    }
    expect((await reset(email, proof)).status).toBe(200)
  })

  it('is used by one of two who send it at once', async () => {
    const { email, proof } = await asked()
    const replies = await Promise.all([reset(email, proof), reset(email, proof)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })

  it('does nothing for an account on stop', async () => {
    const { email, id, proof } = await asked()
    await database.update(users).set({ deactivatedAt: now }).where(eq(users.id, id))
    expect((await reset(email, proof)).error).toMatchObject(REFUSED)
  })
})

describe('guessing', () => {
  const wrong = (code: string) => (code === '000 000' ? '111111' : '000000')

  it('a code is locked after five wrong ones, also for the right one; the link is not', async () => {
    const { email, id } = await aUser(database)
    const { code, token } = await requested(email, id)
    const headers = elsewhere()
    for (let n = 0; n < 5; n += 1)
      expect((await reset(email, wrong(code), { headers })).error.code).toBe('reset_refused')
    expect((await reset(email, code, { headers })).error.code).toBe('locked')
    expect((await signIn(email, PASSWORD, headers)).status).toBe(200)
    expect((await reset(email, token, { headers })).status).toBe(200)
  })

  it('from several networks is locked after ten, whatever the request', async () => {
    const { email, id } = await aUser(database)
    const { code } = await requested(email, id)
    for (let n = 0; n < 10; n += 1) await reset(email, wrong(code), { headers: elsewhere() })
    expect((await reset(email, code, { headers: elsewhere() })).error.code).toBe('locked')
    const newer = await requested(email, id)
    expect((await reset(email, newer.code, { headers: elsewhere() })).error.code).toBe('locked')
  })

  it('opens a locked sign-in by a reset', async () => {
    const { email, id } = await aUser(database)
    const headers = elsewhere()
    for (let n = 0; n < 5; n += 1) await signIn(email, 'wrong', headers)
    expect((await signIn(email, PASSWORD, headers)).error.code).toBe('locked')
    const { token } = await requested(email, id)
    await reset(email, token)
    expect((await signIn(email, NEW, headers)).status).toBe(200)
  })
})

describe('an unknown address', () => {
  const unknownAddress = () => `${uuidv7()}@nowhere.example.com`

  it('gets the same reply, before anything is looked up', async () => {
    const { email } = await aUser(database)
    const stopped = await aUser(database, { deactivated: true })
    const query = vi.spyOn(database.$client, 'query')
    const connect = vi.spyOn(database.$client, 'connect')
    const replies = []
    const before = decided
    const addresses = [email, unknownAddress(), stopped.email, 'no address']
    for (const address of addresses) {
      query.mockClear()
      connect.mockClear()
      const reply = app.inject({
        method: 'POST',
        url: '/api/auth/forgot-password?v=1',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ email: address }),
      })
      const { payload, statusCode, headers } = await reply
      replies.push(JSON.stringify([statusCode, payload, Object.keys(headers)]))
    }
    query.mockRestore()
    connect.mockRestore()
    expect(new Set(replies).size).toBe(1)
    expect(replies[0]).toContain('Reset Password link sent')
    await eventually(() => expect(decided).toBe(before + addresses.length))
    expect(await queuedFor(stopped.id)).toEqual([])
  })

  it('costs as much to reset by a code, and locks alike', async () => {
    const { email, id } = await aUser(database)
    await requested(email, id)
    const imported = await aUser(database)
    const hash = `$argon2id$v=19$m=32768,t=3,p=1$c2FsdHNhbHRzYWx0c2E$${'A'.repeat(43)}`
    await database.update(users).set({ passwordHash: hash }).where(eq(users.id, imported.id))
    const costOf = async (address: string) => {
      const headers = elsewhere()
      const stop = noteStatements(database)
      const before = argon2.verified
      const replies = []
      for (let n = 0; n < 6; n += 1) replies.push((await reset(address, '123456', { headers })).text)
      const statements = stop()
      return { replies, statements, hashes: argon2.verified - before }
    }
    const known = await costOf(email)
    expect(known.hashes).toBe(5)
    expect(await costOf(imported.email)).toEqual(known)
    expect(await costOf(unknownAddress())).toEqual(known)
  })

  it('costs as much to reset by a link', async () => {
    const { email } = await aUser(database)
    const costOf = async (address: string) => {
      const stop = noteStatements(database)
      const before = argon2.verified
      const { text } = await reset(address, 'x'.repeat(43))
      const { length } = stop()
      return { text, length, hashes: argon2.verified - before }
    }
    const known = await costOf(email)
    expect(known).toMatchObject({ length: 1, hashes: 0 })
    expect(await costOf(unknownAddress())).toEqual(known)
  })
})

describe('a one-time password', () => {
  const handedOut = async () => {
    const user = await aUser(database)
    await database.update(users).set({ mustChangePassword: true }).where(eq(users.id, user.id))
    return user
  }

  it('opens no session, but the form for another one', async () => {
    const { email } = await handedOut()
    const { status, error } = await signIn(email, PASSWORD)
    expect([status, error.code, typeof error.token]).toEqual([403, 'password_change_required', 'string'])
    const token = String(error.token)
    expect((await reset(email, token, { password: PASSWORD })).error.reason).toBe('unchanged')
    expect((await reset(email, token)).status).toBe(200)
    expect((await signIn(email, NEW)).status).toBe(200)
  })

  it('tells nothing where it is wrong', async () => {
    const { email } = await handedOut()
    expect((await signIn(email, 'wrong')).error.code).toBe('wrong_credentials')
  })

  it('counts as changed once a mail’s link was used', async () => {
    const { email, id } = await handedOut()
    const { token } = await requested(email, id)
    await reset(email, token)
    expect((await signIn(email, NEW)).status).toBe(200)
  })
})

it('limits how often one network may ask', async () => {
  const limited = callerOf(
    await buildTestApp(database, { now: () => now, config: { ...config, rateLimitFactor: 1 } }),
  )
  const headers = elsewhere()
  const statuses = []
  for (let n = 0; n < 11; n += 1)
    statuses.push(
      (await limited(account.forgotPassword, { body: { email: 'x@example.com' }, headers })).status,
    )
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
})

it('keeps no count of an address in clear', async () => {
  const rows = await database.select().from(signInFailures)
  expect(rows.length).toBeGreaterThan(0)
  // Random bytes may hold an @, but not a whole domain.
  for (const { accountHash } of rows) expect(accountHash.toString('latin1')).not.toContain('example.com')
})
