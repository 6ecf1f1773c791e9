import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/db/database.ts'
import { findTrolly } from '#src/store/trollies/trollies.ts'
import type { Action, History } from './actions.ts'
import { findViolations } from './invariants.ts'
import { arriveLate, play } from './play.ts'
import { addTemplate } from './play-template.ts'
import { pick } from './random.ts'
import { readNouns, readTemplates, readTrolly } from './reads.ts'
import { devicesUnaware } from './restore.ts'
import { downloadAll, signIn } from './sessions.ts'
import type { SimDevice } from './sim-device.ts'
import { addTally, type Tally, tallyOf } from './tally.ts'
import { createTrolly, shownQuantity } from './trollies/person.ts'
import { DAY, handOf, livingTab, makeWorld, type World } from './world.ts'

/**
 * Plays one history on the real server and real devices.
 *
 * @returns the violations in the end, none if all is well; and a tally, to show that the history did something
 */
export const runHistory = async (parts: {
  app: FastifyInstance
  database: Database
  history: History
}): Promise<{ violations: string[]; tally: Tally }> => {
  const world = await makeWorld(parts)
  for (const device of world.devices) await downloadAll(world, device)
  if (parts.history.shared) await shareTheFirst(world, parts.history)
  for (const action of parts.history.actions) {
    await play(world, action)
    const doubled = await countedTwice(world, devicesTouchedBy(world, action))
    if (doubled.length > 0) return { violations: doubled, tally: {} }
  }
  await comeToRest(world)
  const violations = await findViolations(world)
  const tally = { ...world.network.tally, ...world.tally }
  addTally(tally, await tallyOf(world))
  return { violations, tally }
}

const shareTheFirst = async (world: World, { place }: Pick<History, 'place'>): Promise<void> => {
  const [first] = world.devices
  if (!first) return
  const tab = livingTab(first)
  const trollyId = await createTrolly(handOf(world, first, tab), world.customer, DAY, place)
  world.trollies.push(trollyId)
  await addTemplate(world, handOf(world, first, tab), { count: 2, shared: true })
  await tab.drain()
  for (const device of world.devices) {
    await readTrolly(world, device, livingTab(device), trollyId)
    await readTemplates(world, device, livingTab(device))
  }
}

/** The connection is back for good: everything thaws, arrives and drains, and is read again. */
const comeToRest = async (world: World): Promise<void> => {
  for (const { tabs } of world.devices)
    for (const tab of tabs) while (tab.state === 'frozen') await tab.thaw()
  await arriveLate(world)
  // A device with nothing to send learns of an ended session by reading.
  for (const device of world.devices) await readNouns(world, device, livingTab(device))
  for (let round = 0; round < 4; round++) {
    const before = world.network.delivered()
    for (const device of world.devices) {
      await signIn(world, device)
      const tab = device.openTab()
      world.clock.advance(61_000)
      await tab.outbox.hurry()
      await tab.drain()
    }
    // Another round would find the same.
    if (world.network.delivered() === before) break
  }
  for (const device of world.devices) {
    const tab = livingTab(device)
    for (const trollyId of world.trollies) await readTrolly(world, device, tab, trollyId)
    await readNouns(world, device, tab)
    await readTemplates(world, device, tab)
  }
}

/** What the others show was checked before. A cleared device is a new one by now. */
const devicesTouchedBy = ({ devices }: World, action: Action): readonly SimDevice[] => {
  if (action.do === 'drainTogether' || action.do === 'lateArrivals' || action.do === 'restore') return devices
  return 'at' in action ? [pick(devices, action.at)] : []
}

/** At no moment does a device show more of a line than all people together have added. */
const countedTwice = async (world: World, devices: readonly SimDevice[]): Promise<string[]> => {
  const { ledger, trollies, sumProducts } = world
  const found: string[] = []
  const unaware = world.keysRestored && devices.length > 0 ? await devicesUnaware(world) : []
  for (const device of devices) {
    if (unaware.includes(device)) continue
    const { database } = livingTab(device)
    // One transaction, since each costs more than the reads in it.
    const views = await database.transaction('r', ['trollies', 'lines', 'outbox'], () =>
      Promise.all(trollies.map((trollyId) => findTrolly(database, trollyId))),
    )
    for (const [index, trollyId] of trollies.entries()) {
      const view = views[index]
      for (const product_no of sumProducts) {
        const shown = shownQuantity(view, product_no)
        const added = ledger.trollies.mostOf(trollyId, product_no)
        if (shown > added && !view?.held)
          found.push(`${device.name} shows ${shown} of ${product_no}, ${added} were added`)
      }
    }
  }
  return found
}
