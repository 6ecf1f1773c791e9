import { eq, sql } from 'drizzle-orm'
import { Check } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { pathOf } from '#contract/endpoint.ts'
import { LiveNews, live } from '#contract/live.ts'
import { trollies } from '#contract/trollies.ts'
import { trollyViewers } from '#contract/trolly-viewers.ts'
import { orders } from '#server/db/schema/orders.ts'
import { stock } from '#server/db/schema/products.ts'
import { customerUsers } from '#server/db/schema/users.ts'
import { aShared, READS_TROLLY, SIGNED_IN, testAccess } from '#tests/support/access.ts'
import { anOrder, aShop, aUser } from '#tests/support/builders.ts'
import { eventually } from '#tests/support/eventually.ts'
import { openStream, type TestStream } from '#tests/support/live-stream.ts'
import { portOf } from '#tests/support/raw-http.ts'
import { buildTestApp, callerOf, startTestApp } from '#tests/support/server.ts'

/** Short, so that tests wait less; `pollMs` so long that what arrives sooner came by the announcement. */
const live1 = { pollMs: 60_000, beatMs: 300 }
const app = await startTestApp({ live: live1 })
const { database, call } = app
const other = await buildTestApp(database, { live: live1 })
/** Finds changes that nobody announces. */
const polling = await buildTestApp(database, { live: { pollMs: 100, beatMs: 300, perUser: 2 } })
const ports = { one: await portOf(app.app), two: await portOf(other), polling: await portOf(polling) }
const callOther = callerOf(other)
const shared = await aShared(database)

testAccess(app, shared, { live, trollyViewers }, ({ id }) => ({
  // An open stream never ends, so the access that it needs is tested below.
  'live.follow': {
    expected: { ...SIGNED_IN, everybody: 'customer_not_found' },
    request: { query: { customerId: 'nobody' } },
  },
  'trollyViewers.note': { expected: READS_TROLLY, request: { params: { id }, body: {} } },
}))

const shop = () => aShop(database, call)
type Shop = Awaited<ReturnType<typeof shop>>

const follow = async (port: number, { token, customer }: Pick<Shop, 'token' | 'customer'>) => {
  const stream = await openStream(port, { token, customerId: customer.id })
  expect(stream.status).toBe(200)
  await stream.next(({ catchUp }) => catchUp === true)
  return stream
}

const addTo = ({ params, product_no, token }: Shop, by = callOther) =>
  by(trollies.addItem, { token, params, body: { product_no, quantity: 1, seenPricePence: null } })

const orderOf = ({ customer, product_no }: Shop) =>
  anOrder(database, { customerId: customer.id, product_nos: [product_no], placedAt: new Date() })

/** What it has been told by now, and nothing is on its way. */
const toldAfter = async (stream: TestStream, mark: Shop): Promise<LiveNews[]> => {
  await addTo(mark)
  await stream.next(({ trollies = [] }) => trollies.some(({ id }) => id === mark.params.id))
  return stream.news
}

describe('a stream', () => {
  it('tells within a second of a line that another instance has added, and of nothing else', async () => {
    const ours = await shop()
    const stream = await follow(ports.one, ours)
    const at = performance.now()
    const { body } = await addTo(ours)
    const news = await stream.next(({ trollies }) => trollies !== undefined)
    expect(performance.now() - at).toBeLessThan(1_000)
    expect(news).toEqual({ trollies: [{ id: ours.params.id, version: body.basket.version }] })
    expect(stream.news.every((each) => Check(LiveNews, each))).toBe(true)
  })

  it('asks proxies neither to gather nor to keep it, and beats', async () => {
    const stream = await follow(ports.one, await shop())
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    expect(stream.headers['content-encoding']).toBeUndefined()
    await eventually(() => expect(stream.text()).toContain('\n\n:\n\n'))
  })

  it('never tells of another account', async () => {
    const [ours, theirs] = [await shop(), await shop()]
    const stream = await follow(ports.one, ours)
    await addTo(theirs)
    await callOther(trollyViewers.note, { token: theirs.token, params: theirs.params, body: {} })
    await orderOf(theirs)
    const told = JSON.stringify(await toldAfter(stream, ours))
    expect(told).not.toContain(theirs.params.id)
    expect(told).not.toContain('orders')
    expect(told).not.toContain('viewers')
  })

  it('is refused for an account of others, and open to the office', async () => {
    const [ours, theirs] = [await shop(), await shop()]
    const refused = await openStream(ports.one, { token: ours.token, customerId: theirs.customer.id })
    expect(refused.status).toBe(404)
    const office = await aUser(database, { accountType: 'ST' })
    const stream = await follow(ports.one, { token: office.token, customer: ours.customer })
    await addTo(ours)
    await stream.next(({ trollies }) => trollies?.[0]?.id === ours.params.id)
  })

  it('ends when its session is revoked, and when its user loses the account', async () => {
    const ours = await shop()
    const { token, id: userId } = await aUser(database, { customerIds: [ours.customer.id] })
    const colleague = await aUser(database, { customerIds: [ours.customer.id] })
    const kept = await follow(ports.one, ours)
    const revoked = await follow(ports.one, { ...ours, token })
    const removed = await follow(ports.two, { ...ours, token: colleague.token })
    await call(auth.signOut, { token })
    await database.delete(customerUsers).where(eq(customerUsers.userId, colleague.id))
    await Promise.all([revoked.ended, removed.ended])
    await toldAfter(kept, ours)
    expect(userId).not.toBe(colleague.id)
  })

  it('has a limit for each user, and frees a place when its reader leaves', async () => {
    const port = ports.polling
    const ours = await shop()
    const [first] = [await follow(port, ours), await follow(port, ours)]
    const refused = await openStream(port, { token: ours.token, customerId: ours.customer.id })
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('60')
    expect(refused.text()).toContain('"too_many_streams"')
    first.leave()
    await eventually(async () => {
      const again = await openStream(port, { token: ours.token, customerId: ours.customer.id })
      expect(again.status).toBe(200)
    })
  })

  it('ends at once when the server closes', async () => {
    const closing = await buildTestApp(database, { live: live1 })
    const stream = await follow(await portOf(closing), await shop())
    const at = performance.now()
    const closed = closing.close()
    await stream.ended
    expect(performance.now() - at).toBeLessThan(2_000)
    await closed
  })
})

describe('changes that nobody announces', () => {
  it('are found by the poll alone: of orders, of stock, and what a command writes', async () => {
    const ours = await shop()
    const stream = await follow(ports.polling, ours)
    const id = await orderOf(ours)
    await stream.next((news) => news.orders?.includes(id) === true)
    await database.update(orders).set({ dispatchedAt: sql`now()` }).where(eq(orders.id, id))
    await stream.next((news) => news.orders?.includes(id) === true)
    await database.update(stock).set({ quantity: 3 }).where(eq(stock.product_no, ours.product_no))
    await stream.next(({ products }) => products?.includes(ours.product_no) === true)
  })

  it('are not missed if they commit late', async () => {
    const [ours, meanwhile] = [await shop(), await shop()]
    const stream = await follow(ports.polling, ours)
    const slow = await database.$client.connect()
    await slow.query('BEGIN')
    await slow.query('UPDATE baskets SET version = version + 1 WHERE id = $1', [ours.params.id])
    // A later transaction commits first, and is seen.
    await database.update(stock).set({ quantity: 2 }).where(eq(stock.product_no, meanwhile.product_no))
    await stream.next(({ products }) => products?.includes(meanwhile.product_no) === true)
    await slow.query('COMMIT')
    slow.release()
    await stream.next(({ trollies }) => trollies?.[0]?.id === ours.params.id)
  })

  it('lead to a catch-up if the database has been restored', async () => {
    const stream = await follow(ports.polling, await shop())
    await database.execute(
      sql`UPDATE settings SET value = to_jsonb(gen_random_uuid()::text) WHERE name = 'epoch'`,
    )
    await stream.next(({ catchUp }) => catchUp === true)
  })
})

it('an instance whose connection for announcements is lost opens another, and has missed nothing', async () => {
  const ours = await shop()
  const stream = await follow(ports.one, ours)
  await database.execute(
    sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'trolly live' AND datname = current_database()`,
  )
  await addTo(ours)
  await stream.next(({ trollies }) => trollies?.[0]?.version === 2)
  await addTo(ours)
  await stream.next(({ trollies }) => trollies?.[0]?.version === 3)
})

describe('who has a trolly open', () => {
  it('is told to the account’s streams of every instance, by name to colleagues', async () => {
    const ours = await shop()
    const sam = await aUser(database, { customerIds: [ours.customer.id], username: 'Sam Porter' })
    const stream = await follow(ports.one, ours)
    const { params, token } = ours
    const note = (by: string, body: { leaves?: boolean } = {}) =>
      callOther(trollyViewers.note, { token: by, params, body })
    expect((await note(token)).body).toEqual({ names: [], office: false })
    await stream.next(({ viewers }) => viewers?.includes(params.id) === true)
    await note(sam.token)
    await stream.next(({ viewers }) => viewers?.includes(params.id) === true)
    expect((await note(token)).body).toEqual({ names: ['Sam Porter'], office: false })
    await note(sam.token, { leaves: true })
    await stream.next(({ viewers }) => viewers?.includes(params.id) === true)
    expect((await note(token)).body).toEqual({ names: [], office: false })
  })

  it('hides the names of the office from customers alone', async () => {
    const { params, token } = await shop()
    const [ann, bob] = [
      await aUser(database, { accountType: 'ST', username: 'Ann Office' }),
      await aUser(database, { accountType: 'AD', username: 'Bob Office' }),
    ]
    await call(trollyViewers.note, { token: ann.token, params, body: {} })
    expect((await call(trollyViewers.note, { token, params, body: {} })).body).toEqual({
      names: [],
      office: true,
    })
    const { body } = await call(trollyViewers.note, { token: bob.token, params, body: {} })
    expect(body.names).toContain('Ann Office')
    expect(body.office).toBe(false)
  })

  it('is forgotten when a device falls silent', async () => {
    const ours = await shop()
    const sam = await aUser(database, { customerIds: [ours.customer.id] })
    await call(trollyViewers.note, { token: sam.token, params: ours.params, body: {} })
    const stream = await follow(ports.polling, ours)
    await database.execute(
      sql`UPDATE record_viewers SET seen_at = now() - interval '49.5 seconds' WHERE record_id = ${ours.params.id}`,
    )
    await stream.next(({ viewers }) => viewers?.includes(ours.params.id) === true)
    const { body } = await call(trollyViewers.note, { token: ours.token, params: ours.params, body: {} })
    expect(body.names).toEqual([])
  })
})

it('the path of a stream carries no token', () => {
  expect(pathOf(live.follow, {}, { customerId: '200101' })).toBe('/api/live?v=1&customerId=200101')
})
