import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/db/database.ts'
import { aCustomer, aProduct, aToken, aUser } from '#tests/support/builders.ts'
import { callerOf } from '#tests/support/server.ts'
import type { History } from './actions.ts'
import { type Backup, takeBackup } from './backups.ts'
import { FREE_FROM_PENCE, makeDelivery, makeOutcodes } from './delivery.ts'
import type { Hand } from './hand.ts'
import { createLedger } from './ledger.ts'
import { SIM_NOUNS } from './nouns.ts'
import { pick, seededRandom } from './random.ts'
import { createSimClock, createSimDevice, type SimDevice, type SimTab, type SimWorld } from './sim-device.ts'
import { createSimNetwork } from './sim-network.ts'
import type { Tally } from './tally.ts'

export const DAY = '2026-03-05'
const START = Date.parse('2026-03-03T09:00:00Z')
const PENCE = 1_250

/** One history's part of the server, and its devices. */
export type World = Awaited<ReturnType<typeof makeWorld>>

export const makeWorld = async (parts: { app: FastifyInstance; database: Database; history: History }) => {
  const { app, database, history } = parts
  const outcodes = await makeOutcodes(database)
  const customer = await aCustomer(database, {
    accountKind: 'cash',
    deliveryWeekdays: [1, 2, 3, 4, 5, 6],
    postcode: `${outcodes[0]} 9ZZ`,
    freeDeliveryPence: FREE_FROM_PENCE,
  })
  const first = await aUser(database, { customerIds: [customer.id] })
  const second = history.sameUser ? first : await aUser(database, { customerIds: [customer.id] })
  const products = await Promise.all(
    [0, 1, 2].map(() =>
      aProduct(database, {
        priceListId: customer.priceListId,
        pricePence: PENCE,
        stockQuantity: 1_000_000,
      }),
    ),
  )
  const clock = createSimClock(START)
  const network = createSimNetwork(app, history.serverBuild)
  const sim: SimWorld = { clock, network, random: seededRandom(history.random) }
  const devices = await Promise.all(
    Array.from({ length: history.deviceCount }, async (_, index) => {
      const user = index % 2 === 0 ? first : second
      return createSimDevice(sim, {
        name: `device${index}`,
        userId: user.id,
        token: await aToken(database, user.id),
        ...(index === 1 && { build: history.deviceBuild }),
      })
    }),
  )
  const owners = { customerId: customer.id, userIds: [...new Set([first.id, second.id])] }
  const beginning = { database, customerId: customer.id, products }
  const nouns = new Map(
    await Promise.all(SIM_NOUNS.map(async ({ noun, begin }) => [noun, await begin(beginning)] as const)),
  )
  const prices = new Map(products.map((product_no) => [product_no, PENCE]))
  return {
    database,
    call: callerOf(app),
    customer,
    owners,
    products,
    /** The first is only ever added to, so that its sum is known. */
    sumProducts: products.slice(0, 1),
    /** The server's. */
    prices,
    delivery: await makeDelivery(database, customer.id, outcodes),
    clock,
    network,
    sim,
    devices,
    /** Devices cleared by the browser: their requests may still arrive. */
    emptied: [] as SimDevice[],
    ledger: createLedger(),
    /** Those in `nouns/`, by name. */
    nouns,
    trollies: [] as string[],
    templates: [] as string[],
    slowReads: [] as (() => Promise<unknown>)[],
    backup: (await takeBackup(database, owners, prices)) as Backup,
    /** Keys that the server knew when it was last restored. */
    keysRestored: undefined as ReadonlySet<string> | undefined,
    tally: {} as Tally,
  }
}

export const handOf = (world: World, device: SimDevice, tab: SimTab): Hand => ({
  device,
  tab,
  ledger: world.ledger,
  delivery: world.delivery,
  now: world.clock.now,
})

export const livingTab = (device: SimDevice, index = 0): SimTab => {
  const living = device.tabs.filter(({ state }) => state === 'alive')
  return living.length > 0 ? pick(living, index) : device.openTab()
}
