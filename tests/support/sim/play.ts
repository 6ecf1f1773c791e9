import type { Action } from './actions.ts'
import { setPrice, takeBackup } from './backups.ts'
import { deleteAddress, setCharge } from './delivery.ts'
import { playOnTemplate } from './play-template.ts'
import { playOnTrolly } from './play-trolly.ts'
import { pick } from './random.ts'
import { readNouns, startSlowReadOfNouns } from './reads.ts'
import { playUnaware, restore } from './restore.ts'
import { endSession, evict, signIn } from './sessions.ts'
import type { SimDevice, SimTab } from './sim-device.ts'
import { addTally } from './tally.ts'
import { createTrolly } from './trollies/person.ts'
import { DAY, handOf, livingTab, type World } from './world.ts'

export const play = (world: World, action: Action): Promise<void> =>
  playUnaware(world, async () => {
    if (!(await playOnServer(world, action))) await playAt(world, action as AtDevice)
  })

type AtDevice = Extract<Action, { at: number }>

/** @returns false for an action on a device */
const playOnServer = async (world: World, action: Action): Promise<boolean> => {
  switch (action.do) {
    case 'wait':
      world.clock.advance(action.seconds * 1_000)
      return true
    case 'lateArrivals':
      await arriveLate(world)
      return true
    case 'deploy':
      world.network.serverBuild = action.build
      return true
    case 'drainTogether':
      await Promise.all(world.devices.map((device) => livingTab(device).drain(action.faults)))
      return true
    case 'price': {
      const { pence } = action
      const product_no = pick(world.products, action.product)
      world.prices.set(product_no, pence)
      const { priceListId } = world.customer
      await setPrice(world.database, { priceListId, product_no, pence })
      return true
    }
    case 'charge':
      await setCharge(world, action)
      return true
    case 'backUp':
      world.backup = await takeBackup(world.database, world.owners, world.prices)
      return true
    case 'restore':
      addTally(world.tally, { restored: 1 })
      await restore(world)
      return true
    default:
      return false
  }
}

/** Late arrivals: requests that their device gave up on, and reads with slow replies. */
export const arriveLate = async (world: World): Promise<void> => {
  await world.network.deliverLate()
  for (const store of world.slowReads.splice(0)) await store()
}

/** What a device does whether or not anyone is signed in. */
const BY_ITSELF = ['drain', 'openTab', 'update', 'thaw', 'endSession', 'evict'] as const

const playAt = async (world: World, action: AtDevice): Promise<void> => {
  const device = pick(world.devices, action.at)
  // Signs in if needed.
  if (!(BY_ITSELF as readonly string[]).includes(action.do)) await signIn(world, device)
  const tab = livingTab(device, action.at)
  const hand = handOf(world, device, tab)
  if ('template' in action) return playOnTemplate(world, hand, action)
  if (world.trollies.length === 0 || action.do === 'create') {
    if (!device.signedOut && world.trollies.length < 3)
      world.trollies.push(
        await createTrolly(hand, world.customer, DAY, action.do === 'create' ? action.place : 'account'),
      )
    return
  }
  if ('trolly' in action) return playOnTrolly(world, hand, action)
  await noteWhatComesAbout(world, tab, action)
  switch (action.do) {
    case 'endSession':
      return endSession(world, device)
    case 'evict':
      await evict(world, device)
      return
    case 'noun':
      return world.nouns.get(action.noun)?.play(world, hand, action.deed)
    case 'readNouns':
      return readNouns(world, device, tab)
    case 'slowReadNouns':
      return startSlowReadOfNouns(world, device, tab)
    case 'signIn':
      return
    case 'deleteAddress':
      return deleteAddress(world, device, action)
    default:
      return playOnDevice(device, tab, action)
  }
}

const noteWhatComesAbout = async (
  { tally }: World,
  { database }: SimTab,
  action: AtDevice,
): Promise<void> => {
  const waits = (await database.outbox.count()) > 0
  if (action.do === 'update' && waits) addTally(tally, { 'update with a queue': 1 })
  if (action.do === 'evict') addTally(tally, { [`emptied with${waits ? '' : 'out'} a queue`]: 1 })
}

const playOnDevice = async (
  device: SimDevice,
  tab: SimTab,
  action: Extract<Action, { do: 'drain' | 'openTab' | 'update' | 'thaw' | 'hurry' }>,
): Promise<void> => {
  switch (action.do) {
    case 'drain':
      return tab.drain(action.faults)
    case 'openTab':
      if (device.tabs.length < 4) device.openTab()
      return
    case 'update':
      return device.update(action.build)
    case 'thaw':
      return device.tabs.find(({ state }) => state === 'frozen')?.thaw()
    case 'hurry':
      return tab.outbox.hurry()
  }
}
