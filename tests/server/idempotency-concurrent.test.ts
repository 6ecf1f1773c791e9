import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it, vi } from 'vitest'
import { endpoint, Strict } from '#contract/endpoint.ts'
import { trollies } from '#contract/trollies.ts'
import { withConnection } from '#server/db/transaction.ts'
import { type MutationCall, mutationOf } from '#server/routing/mutation.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { turnsOf } from '#server/routing/turns.ts'
import { aCustomer, aUser } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'
import { lockOf, NO_DETAILS, recordsOf, tillOf } from '#tests/support/till.ts'

const testApp = await startTestApp({ connections: 24 })
const { call, database } = testApp
const aTill = () => tillOf(testApp)

const CHANGE = endpoint('POST', 'x', {
  reply: Strict({}),
  access: 'user',
  summary: 'A change for these tests.',
})

const aChange = (handle: (call: MutationCall<typeof CHANGE>) => Promise<Record<string, never>>) =>
  mutationOf(
    { database, turns: turnsOf({ connections: 24 }), now: () => new Date(), currentEpoch: () => undefined },
    CHANGE,
    { handle },
  )

const requestOf = ({ user }: Awaited<ReturnType<typeof aTill>>, key: string) => ({
  user: {
    userId: user.id,
    tokenId: '',
    accountType: 'C1' as const,
    isStaff: false,
    canPlaceOrders: true,
    aclRoutes: null,
  },
  key,
  method: 'POST',
  url: '/api/x',
  params: {},
  query: {},
  ifMatch: undefined,
  epoch: undefined,
  bodyText: '',
})

describe('a change', () => {
  it('queries in the protocol’s order: key, record, trolly, and all writes with the commit', async () => {
    const { add } = await aTill()
    const query = vi.spyOn(pg.Client.prototype, 'query')
    await add(uuidv7())
    const asked = query.mock.calls.map(([config]) =>
      typeof config === 'string' ? config : (config as { name?: string } | undefined)?.name,
    )
    query.mockRestore()
    expect(asked).toEqual([
      'caller_by_token',
      'BEGIN ISOLATION LEVEL READ COMMITTED',
      'idempotency_lock',
      'idempotency_find',
      'trolly_lock',
      'line_context',
      'line_write',
      'idempotency_insert',
      'COMMIT',
    ])
  })

  it('that was refused after writing leaves only the refusal', async () => {
    const till = await aTill()
    const request = requestOf(till, uuidv7())
    const answer = await aChange(async ({ connection: { $client } }) => {
      await $client.query(`INSERT INTO settings (name, value) VALUES ('written', '1')`)
      throw new Refusal('too_many_lines')
    }).run(request)
    expect(answer).toMatchObject({ status: 422, kept: true })
    expect((await database.$client.query("SELECT FROM settings WHERE name = 'written'")).rowCount).toBe(0)
    expect((await recordsOf(database, till.user.id)).map(({ status }) => status)).toEqual([200, 422])
    const again = await aChange(() => {
      throw new Error('not to be done again')
    }).run(request)
    expect(again.body).toBe(answer.body)
  })

  it('that was refused gives way to a request that took the key in between', async () => {
    const till = await aTill()
    const request = requestOf(till, uuidv7())
    const lock = lockOf(request.key)
    await withConnection(database, async ({ $client }) => {
      const answer = await aChange(async ({ connection }) => {
        // The rollback releases the lock; another request has been waiting for it.
        const taken = $client.query('SELECT pg_advisory_lock($1)', [lock])
        await connection.$client.query('ROLLBACK')
        await taken
        throw new Refusal('too_many_lines')
      }).run(request)
      expect(answer).toMatchObject({ status: 409, kept: false })
      await $client.query('SELECT pg_advisory_unlock($1)', [lock])
    })
    expect(await recordsOf(database, till.user.id)).toHaveLength(1)
  })
})

describe('while the same key is in use', () => {
  it('a request is answered at once instead of queuing for the lock', async () => {
    const { add, quantity } = await aTill()
    const key = uuidv7()
    const lock = lockOf(key)
    await withConnection(database, async ({ $client }) => {
      await $client.query('BEGIN')
      await $client.query('SELECT pg_advisory_xact_lock($1)', [lock])
      const { status, error } = await add(key)
      expect([status, error.code]).toEqual([409, 'in_progress'])
      await $client.query('ROLLBACK')
    })
    expect((await add(key)).status).toBe(200)
    expect(await quantity()).toBe(1)
  })

  it('a request sees the change that ended just before it got the lock, however old its transaction is', async () => {
    const { add, quantity } = await aTill()
    for (let round = 0; round < 15; round += 1) {
      const key = uuidv7()
      const replies = await Promise.all([add(key), add(key), add(key)])
      for (const { status } of replies) expect([200, 409]).toContain(status)
      expect(await quantity()).toBe(round + 1)
    }
  })
})

describe('creating a trolly twice at the same time', () => {
  it('makes one trolly, under the same key or under two', async () => {
    const { token } = await aTill()
    const customer = await aCustomer(database)
    const { token: theirs } = await aUser(database, { customerIds: [customer.id] })
    const create = (id: string, key: string) =>
      call(trollies.create, { token: theirs, key, body: { id, customerId: customer.id, ...NO_DETAILS } })

    const [id, key] = [uuidv7(), uuidv7()]
    const sameKey = await Promise.all([create(id, key), create(id, key)])
    expect(sameKey.map(({ status }) => status).toSorted()[0]).toBe(200)
    const otherId = uuidv7()
    const twoKeys = await Promise.all([create(otherId, uuidv7()), create(otherId, uuidv7())])
    expect(twoKeys.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await call(trollies.list, { token: theirs })).body.total).toBe(2)
    expect((await call(trollies.get, { token, params: { id } })).status).toBe(404)
  })
})
