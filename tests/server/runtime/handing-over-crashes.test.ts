import { setTimeout as delay } from 'node:timers/promises'
import { eq, isNull, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { customers } from '#contract/customers.ts'
import { activeOrders } from '#contract/orders.ts'
import { trollies } from '#contract/trollies.ts'
import type { ExportEvent } from '#domain/order-export.ts'
import type { MailKind } from '#domain/order-mail.ts'
import { baskets } from '#server/db/schema/baskets.ts'
import { mailQueue } from '#server/db/schema/mail-queue.ts'
import { orderExports } from '#server/db/schema/order-exports.ts'
import { orders } from '#server/db/schema/orders.ts'
import { testDatabase } from '#tests/support/database.ts'
import { EXPORT_SECRET, startExportReceiver } from '#tests/support/export-receiver.ts'
import { startPostOffice } from '#tests/support/post-office.ts'
import { readyTrollies } from '#tests/support/ready-trolly.ts'
import { SEED } from '#tests/support/seed.ts'
import { buildTestApp, type CallApi, callerAt, callerOf } from '#tests/support/server.ts'
import {
  type ServerProcess,
  startServerProcess,
  temporaryDataDir,
  until,
} from '#tests/support/server-process.ts'
import { seededRandom } from '#tests/support/sim/random.ts'

/**
 * The built server as a process, a real SMTP server, and a receiver of orders with its own table. While people order, change and
 * cancel, the server is killed between order, mail and export, and restarted. `KILLS` is how often.
 */

const KILLS = Number(process.env.KILLS ?? 6)
const ORDERS_EACH = 4
const random = seededRandom(SEED)

const theirs = await testDatabase({ migrated: false, connections: 4 })
const receiver = await startExportReceiver(theirs.database)
const office = await startPostOffice()
const { database, url } = await testDatabase()
const { aReadyTrolly, seenNow } = readyTrollies(database)
const app = await buildTestApp(database)
afterAll(async () => {
  await receiver.close()
  await office.close()
})

const start = (): ServerProcess =>
  startServerProcess({
    DATABASE_URL: url,
    DATA_DIR: temporaryDataDir(),
    RATE_LIMIT_FACTOR: '0',
    SMTP_URL: office.url,
    MAIL_FROM: 'Copper & Sons <orders@copper.example.com>',
    EXPORT_WEBHOOK_URL: receiver.config.exportWebhookUrl,
    EXPORT_WEBHOOK_SECRET: EXPORT_SECRET,
  })

/** The current server. */
let call: CallApi | undefined
let orderedInRound = 0

/** Repeats the call until it is answered, by whichever server is running. */
const persistently = async <T extends { status: number }>(ask: (call: CallApi) => Promise<T>): Promise<T> => {
  for (;;) {
    await until(
      () => call !== undefined,
      () => 'a server that answers',
    )
    const reply = call && (await ask(call).catch(() => undefined))
    if (reply !== undefined && reply.status !== 503) return reply
    await delay(20)
  }
}

/** A trolly for the last available day, by the current clock. */
const aTrolly = async () => {
  const trolly = await aReadyTrolly()
  const { token, customerId } = trolly
  const dates = await callerOf(app)(customers.deliveryDates, { token, params: { id: customerId } })
  const deliveryDay = dates.body.data.at(-1)?.day ?? null
  await database.update(baskets).set({ deliveryDay }).where(eq(baskets.id, trolly.id))
  return { ...trolly, body: await seenNow(trolly.id) }
}

const WAYS = ['placed', 'changed', 'cancelled', 'changed and cancelled'] as const

/**
 * What a person does with an order, each step until it is answered.
 * @returns its number and the ids of its revisions
 */
const orderLife = async (
  { token, params, body }: Awaited<ReturnType<typeof aTrolly>>,
  way: (typeof WAYS)[number],
): Promise<{ orderNo: string; ids: string[] }> => {
  const place = async (id: string, seen: typeof body) => {
    const key = uuidv7()
    const reply = await persistently((at) =>
      at(trollies.checkout, { token, params: { id }, body: seen, key }),
    )
    orderedInRound += 1
    return reply.body
  }
  const { id, orderNo } = await place(params.id, body)
  const ids = [id]
  if (way.startsWith('changed')) {
    const basketId = uuidv7()
    await persistently((at) => at(activeOrders.change, { token, params: { id }, body: { basketId } }))
    ids.push((await place(basketId, await seenNow(basketId))).id)
  }
  const last = ids.at(-1) ?? id
  if (way.endsWith('cancelled')) {
    const { body: cancelled } = await persistently((at) =>
      at(activeOrders.cancel, { token, params: { id: last } }),
    )
    expect(cancelled.status).toBe('cancelled')
  }
  return { orderNo, ids }
}

/** When a server is killed: each starts watching, and calls `kill` at its moment. */
const MOMENTS: Record<string, (kill: () => void) => void> = {
  'while orders are being placed': (kill) => void delay(random() * 120).then(kill),
  'once an order was answered': (kill) => void until(() => orderedInRound > 0).then(kill),
  'when mail has arrived and that is not noted': (kill) => office.onAccepted(kill),
  'when an event was taken and that is not noted': (kill) => receiver.onRequest(kill),
  'when an event is lost on the way': (kill) => {
    receiver.next('lost')
    receiver.onRequest(kill)
  },
  'at any moment': (kill) => void delay(random() * 4_000).then(kill),
}

/** Until the next attempts: the minutes after which mail and events that were cut off or failed are retried. */
const letTimePass = async (): Promise<void> => {
  await database.update(mailQueue).set({ nextAttemptAt: sql`now()` }).where(isNull(mailQueue.sentAt))
  await database.update(orderExports).set({ nextAttemptAt: null }).where(isNull(orderExports.exportedAt))
}

const leftToSend = async (): Promise<number> =>
  (await database.$count(mailQueue, isNull(mailQueue.sentAt))) +
  (await database.$count(orderExports, isNull(orderExports.exportedAt)))

const STALLED_MS = 20_000

/**
 * Waits while there is progress.
 * @returns how much was left
 */
const drain = async (): Promise<number> => {
  let left = await leftToSend()
  for (let since = Date.now(); left > 0 && Date.now() < since + STALLED_MS; ) {
    await delay(100)
    const now = await leftToSend()
    if (now < left) since = Date.now()
    left = now
  }
  return left
}

const endOf = (server: ServerProcess): string => server.output().slice(-3_000)

/** What must have been sent, given what happened to the orders. */
const EVENTS_OF: { mail: MailKind; event: ExportEvent; of: (row: typeof orders.$inferSelect) => boolean }[] =
  [
    { mail: 'confirmation', event: 'placed', of: ({ revision }) => revision === 1 },
    { mail: 'changed', event: 'changed', of: ({ revision }) => revision > 1 },
    { mail: 'cancelled', event: 'cancelled', of: ({ cancelledAt }) => cancelledAt !== null },
  ]

it(`every mail has one Message-ID and the receiver stores every event once and in order, over ${KILLS} kills`, {
  timeout: 120_000 + KILLS * 15_000,
}, async () => {
  const lives: ReturnType<typeof orderLife>[] = []
  const moments = Object.entries(MOMENTS)
  for (let round = 0; round < KILLS; round += 1) {
    const ready = await Promise.all(Array.from({ length: ORDERS_EACH }, aTrolly))
    await letTimePass()
    orderedInRound = 0
    const server = start()
    call = callerAt(await server.ready())
    let isKilled = false
    const kill = (): void => {
      if (!isKilled) server.kill('SIGKILL')
      isKilled = true
    }
    const [name, watch] = moments[round % moments.length] ?? []
    watch?.(kill)
    lives.push(...ready.map((trolly, place) => orderLife(trolly, WAYS[place % WAYS.length] ?? 'placed')))
    await until(
      () => isKilled,
      () => `killed ${name}\n${endOf(server)}`,
    )
    expect(await server.ended(), endOf(server)).toBe('SIGKILL')
    call = undefined
    for (const watched of [office.onAccepted, receiver.onRequest]) watched(() => {})
  }

  await letTimePass()
  const last = start()
  call = callerAt(await last.ready())
  const placed = await Promise.all(lives)
  expect(await drain(), endOf(last)).toBe(0)
  last.kill('SIGTERM')
  expect(await last.ended(), endOf(last)).toBe(0)

  const rows = await database.select().from(orders)
  const answered = placed.flatMap(({ ids }) => ids)
  expect(rows.map(({ id }) => id).sort()).toEqual(answered.sort())
  expect(rows.every(({ exportedAt }) => exportedAt !== null)).toBe(true)

  const taken = await receiver.taken()
  expect(taken.map(({ sequence }) => sequence)).toEqual(taken.map((_, index) => index + 1))
  const due = rows.flatMap((row) => EVENTS_OF.filter(({ of }) => of(row)).map((event) => ({ row, ...event })))
  const eventName = (type: string, orderNo: number | string, revision: number) =>
    `${orderNo}.${revision} ${type}`
  expect(taken.map(({ type, orderNo, revision }) => eventName(type, orderNo, revision)).sort()).toEqual(
    due.map(({ row, event }) => eventName(`order.${event}`, row.orderNo, row.revision)).sort(),
  )
  for (const { orderNo } of placed) {
    const story = taken.filter((event) => event.orderNo === orderNo).map(({ type }) => type)
    const order = ['order.placed', 'order.changed', 'order.cancelled']
    expect(story).toEqual(order.filter((type) => story.includes(type)))
  }

  const queued = await database.select().from(mailQueue)
  expect(queued.map(({ orderId, kind }) => `${orderId} ${kind}`).sort()).toEqual(
    due.map(({ row, mail }) => `${row.id} ${mail}`).sort(),
  )
  const arrived = new Map(office.accepted().map(({ messageId, to }) => [messageId, to]))
  expect([...arrived].sort()).toEqual(queued.map(({ messageId, recipient }) => [messageId, recipient]).sort())

  // The kills had an effect: some mail and some events were sent twice, distinguishable only by id.
  if (KILLS >= moments.length) {
    expect(office.accepted().length).toBeGreaterThan(arrived.size)
    expect(receiver.requests().length).toBeGreaterThan(taken.length)
  }
})
