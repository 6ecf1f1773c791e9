import type { FastifyInstance } from 'fastify'
import { baskets } from '#contract/baskets.ts'
import type { Database } from '#server/db/database.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { ApiClient } from '#src/api/client.ts'
import { parsedJson, readError, readReply } from '#src/api/read-reply.ts'
import { findTrolly } from '#src/store/trollies.ts'
import { refreshFavourites } from '#src/sync/favourites/reads.ts'
import { createReads, storeRead } from '#src/sync/trollies/reads.ts'
import { aCustomer, aProduct, aToken, aUser } from '#tests/support/builders.ts'
import { callerOf } from '#tests/support/server.ts'
import type { Action, History } from './actions.ts'
import { sayAs } from './builds.ts'
import { findViolations } from './invariants.ts'
import { createLedger } from './ledger.ts'
import * as person from './person.ts'
import { createSimClock, createSimDevice, type SimDevice, type SimTab } from './sim-device.ts'
import { createSimNetwork, type Fault } from './sim-network.ts'
import { addTally, type Tally, tallyOf } from './tally.ts'

const DAY = '2026-03-05'
const START = Date.parse('2026-03-03T09:00:00Z')

/**
 * Plays one history on the real server and real devices.
 *
 * @returns what is wrong in the end, nothing if all is well; and what came about, to show that the history was one
 */
export const runHistory = async (parts: {
  app: FastifyInstance
  database: Database
  history: History
}): Promise<{ violations: string[]; tally: Tally }> => {
  const world = await makeWorld(parts)
  if (parts.history.shared) await shareFirstTrolly(world)
  for (const action of parts.history.actions) {
    await play(world, action)
    const doubled = await countedTwice(world)
    if (doubled.length > 0) return { violations: doubled, tally: {} }
  }
  await comeToRest(world)
  const { ledger, devices, sumProducts } = world
  const violations = await findViolations({ database: parts.database, devices, ledger, sumProducts })
  const tally = { ...world.network.tally, ...world.tally }
  addTally(tally, await tallyOf(parts.database, devices))
  return { violations, tally }
}

const makeWorld = async ({ app, database, history }: Parameters<typeof runHistory>[0]) => {
  const customer = await aCustomer(database, { deliveryWeekdays: [1, 2, 3, 4, 5, 6] })
  const first = await aUser(database, { customerIds: [customer.id] })
  const second = history.sameUser
    ? { ...first, token: await aToken(database, first.id) }
    : await aUser(database, { customerIds: [customer.id] })
  const products = await Promise.all(
    [0, 1, 2].map(() =>
      aProduct(database, { priceListId: customer.priceListId, pricePence: 1_250, stockQuantity: 1_000_000 }),
    ),
  )
  const clock = createSimClock(START)
  const network = createSimNetwork(app, history.serverBuild)
  const simWorld = { clock, network, random: seededRandom(history.random) }
  const devices = [first, second].map((user, index) =>
    createSimDevice(simWorld, { name: `device${index}`, userId: user.id, token: user.token }),
  )
  for (const device of devices) device.openTab()
  return {
    app,
    call: callerOf(app),
    customer,
    products,
    /** The first is only ever added to, so that its sum can be told. */
    sumProducts: products.slice(0, 1),
    clock,
    network,
    devices,
    ledger: createLedger(),
    trollies: [] as string[],
    slowReads: [] as (() => Promise<unknown>)[],
    tally: {} as Tally,
  }
}

const shareFirstTrolly = async (world: World): Promise<void> => {
  const [first] = world.devices
  const tab = first?.tabs[0]
  if (!first || !tab) return
  const hand: person.Hand = { device: first, tab, ledger: world.ledger, now: world.clock.now }
  const trollyId = await person.createTrolly(hand, world.customer, DAY)
  world.trollies.push(trollyId)
  await tab.drain()
  for (const device of world.devices)
    await readsOf(world, device, livingTab(device, 0)).refreshTrolly(trollyId)
}

type World = Awaited<ReturnType<typeof makeWorld>>

const play = async (world: World, action: Action): Promise<void> => {
  if (action.do === 'wait') return world.clock.advance(action.seconds * 1_000)
  if (action.do === 'lateArrivals') return arriveLate(world)
  if (action.do === 'deploy') {
    world.network.serverBuild = action.build
    return
  }
  if (action.do === 'drainTogether') return drainTogether(world, action.faults)
  const device = pick(world.devices, action.at)
  const tab = livingTab(device, action.at)
  const hand: person.Hand = { device, tab, ledger: world.ledger, now: world.clock.now }
  if (world.trollies.length === 0 || action.do === 'create') {
    if (world.trollies.length < 3) world.trollies.push(await person.createTrolly(hand, world.customer, DAY))
    return
  }
  if (action.do === 'update' && (await tab.database.outbox.count()) > 0)
    addTally(world.tally, { 'update with a queue': 1 })
  if (action.do === 'favourite')
    return person.favourite(hand, pick(world.products, action.product), action.wanted)
  if (action.do === 'readFavourites') return readFavourites(world, device, tab)
  if (!('trolly' in action)) return playOnDevice(device, tab, action)
  await playOnTrolly(world, hand, action)
}

const playOnDevice = async (
  device: SimDevice,
  tab: SimTab,
  action: Extract<Action, { do: 'drain' | 'openTab' | 'update' | 'thaw' | 'hurry' | 'create' }>,
): Promise<void> => {
  switch (action.do) {
    case 'drain':
      return tab.drain(action.faults)
    case 'openTab':
      if (device.tabs.length < 4) device.openTab()
      return
    case 'update':
      return device.update()
    case 'thaw':
      return device.tabs.find(({ state }) => state === 'frozen')?.thaw()
    case 'hurry':
      return tab.outbox.hurry()
    case 'create':
      return
  }
}

const playOnTrolly = async (
  world: World,
  hand: person.Hand,
  action: Extract<Action, { trolly: number }>,
): Promise<void> => {
  const { device, tab } = hand
  const trollyId = pick(world.trollies, action.trolly)
  switch (action.do) {
    case 'edit': {
      const product_no = pick(world.products, action.product)
      const kind = world.sumProducts.includes(product_no) ? 'add' : action.kind
      await person.edit(hand, trollyId, { kind, product_no, quantity: action.quantity })
      return
    }
    case 'drainAndEdit': {
      const other = device.tabs.find((candidate) => candidate.state === 'alive' && candidate !== tab)
      const product_no = pick(world.products, action.product)
      const kind = world.sumProducts.includes(product_no) ? 'add' : 'set'
      await Promise.all([
        tab.drain(action.faults),
        other?.drain(),
        person.edit(hand, trollyId, { kind, product_no, quantity: action.quantity }),
      ])
      return
    }
    case 'details':
      await person.changeDetails(hand, trollyId, `PO ${action.text}`)
      return
    case 'delete':
      await person.deleteTrolly(hand, trollyId)
      return
    case 'undoDelete':
      if (await tab.outbox.undoDelete(trollyId)) world.ledger.deletionUndone(device.name, trollyId)
      return
    case 'checkout':
      await person.checkOut(hand, trollyId)
      return
    case 'read':
      await readsOf(world, device, tab).refreshTrolly(trollyId)
      return
    case 'slowRead':
      return startSlowRead(world, device, tab, trollyId)
    case 'decide':
      return person.decideFirst(hand, trollyId, action.mine ? 'mine' : 'theirs')
    case 'resolveHeld': {
      const { customer } = world
      const moved = await person.resolveHeld(hand, { trollyId, customer, day: DAY, move: action.move })
      if (moved) world.trollies.push(moved)
      return
    }
  }
}

const drainTogether = async ({ devices }: World, faults: readonly Fault[]): Promise<void> => {
  await Promise.all(devices.map((device) => livingTab(device, 0).drain(faults)))
}

/** The late ones: requests that their device gave up on, and reads whose answer took its time. */
const arriveLate = async (world: World): Promise<void> => {
  await world.network.deliverLate()
  for (const store of world.slowReads.splice(0)) await store()
}

const startSlowRead = async (
  world: World,
  device: SimDevice,
  tab: SimTab,
  trollyId: string,
): Promise<void> => {
  const basket = await apiOf(world, device)
    .call(baskets.get, { params: { id: trollyId } })
    .catch(() => undefined)
  if (basket) world.slowReads.push(() => storeRead(tab.database, basket))
}

const readsOf = (world: World, device: SimDevice, tab: SimTab) =>
  createReads({ database: tab.database, api: apiOf(world, device) })

const readFavourites = (world: World, device: SimDevice, tab: SimTab): Promise<void> => {
  const { id: customerId, priceListId } = world.customer
  return refreshFavourites({ database: tab.database, api: apiOf(world, device) }, { customerId, priceListId })
}

/** As the client of a device reads what a server of whatever build says. */
const apiOf = ({ call, network }: World, { token }: SimDevice): ApiClient => ({
  call: async (endpoint, { params, body } = {}) => {
    const asked = { ...(params !== undefined && { params }), ...(body !== undefined && { body }) }
    const { status, text } = await call(endpoint, { token, ...asked })
    const reply = parsedJson(sayAs(network.serverBuild, endpoint, { status, body: text }).body)
    const error = readError(status, reply, true)
    if (error) throw new ApiError({ status, ...error, reply })
    const read = readReply(endpoint.reply, reply)
    if (read === undefined) throw new Error(`Not understood: ${text}`)
    return read as never
  },
})

/** The signal is back for good: everything thaws, arrives, drains, and is read once more. */
const comeToRest = async (world: World): Promise<void> => {
  for (const { tabs } of world.devices)
    for (const tab of tabs) while (tab.state === 'frozen') await tab.thaw()
  await arriveLate(world)
  for (let round = 0; round < 4; round++) {
    for (const device of world.devices) {
      const tab = device.openTab()
      world.clock.advance(61_000)
      await tab.outbox.hurry()
      await tab.drain()
    }
  }
  for (const device of world.devices) {
    const tab = livingTab(device, 0)
    for (const trollyId of world.trollies) await readsOf(world, device, tab).refreshTrolly(trollyId)
    await readFavourites(world, device, tab)
  }
}

/** At no moment does a device show more of a line than all people together have put there. */
const countedTwice = async ({ devices, ledger, trollies, sumProducts }: World): Promise<string[]> => {
  const found: string[] = []
  for (const device of devices) {
    const database = livingTab(device, 0).database
    for (const trollyId of trollies) {
      const view = await findTrolly(database, trollyId)
      for (const product_no of sumProducts) {
        const shown = person.shownQuantity(view, product_no)
        const added = ledger.additions.get(`${trollyId} ${product_no}`) ?? 0
        if (shown > added && !view?.held)
          found.push(`${device.name} shows ${shown} of ${product_no}, ${added} were added`)
      }
    }
  }
  return found
}

const livingTab = (device: SimDevice, index: number): SimTab => {
  const living = device.tabs.filter(({ state }) => state === 'alive')
  return living.length > 0 ? pick(living, index) : device.openTab()
}

const pick = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index % items.length]
  if (item === undefined) throw new Error('Nothing to pick from')
  return item
}

/** Mulberry32: small, and the same everywhere. */
const seededRandom = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
