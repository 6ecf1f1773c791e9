import { findTrolly } from '#src/store/trollies/trollies.ts'
import type { Action } from './actions.ts'
import { deleteAddress, tellCharges } from './delivery.ts'
import type { Hand } from './hand.ts'
import { pick } from './random.ts'
import { readTrolly, startSlowRead } from './reads.ts'
import { resolveHeld } from './trollies/held.ts'
import * as person from './trollies/person.ts'
import { relayTrolly } from './trollies/relay.ts'
import { DAY, type World } from './world.ts'

export type OnTrolly = Extract<Action, { trolly: number }>

export const playOnTrolly = async (world: World, hand: Hand, action: OnTrolly): Promise<void> => {
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
      await person.changeDetails(hand, trollyId, { poNumber: `PO ${action.text}` })
      return
    case 'terms':
      await person.changeTerms(hand, trollyId, pick(world.products, action.product), action.text)
      return
    case 'place':
      await person.choosePlace(hand, trollyId, { place: action.place, day: DAY })
      return
    case 'delete':
      await person.deleteTrolly(hand, trollyId)
      return
    case 'undoDelete':
      if (await tab.outbox.undoDelete(trollyId)) world.ledger.trollies.deletionUndone(device.name, trollyId)
      return
    case 'checkout':
      await person.checkOut(hand, trollyId)
      return
    case 'order':
      await tab.drain()
      if (tab.state !== 'alive') return
      tellCharges(world, device)
      await readTrolly(world, device, tab, trollyId)
      await person.checkOut(hand, trollyId)
      if (action.loses) await loseAddress(world, hand, trollyId)
      await tab.drain(action.faults)
      return
    case 'read':
      tellCharges(world, device)
      await readTrolly(world, device, tab, trollyId)
      return
    case 'relay':
      await person.edit(hand, trollyId, {
        kind: 'add',
        product_no: pick(world.products, action.product),
        quantity: action.quantity,
      })
      if (action.orders) await person.checkOut(hand, trollyId)
      return relayTrolly(world, hand, { trollyId, to: pick(world.devices, action.to), when: action.when })
    case 'slowRead':
      return startSlowRead(world, device, tab, trollyId)
    case 'decide':
      return person.decideFirst(hand, trollyId, action.mine ? 'mine' : 'theirs')
    case 'resolveHeld': {
      const { customer } = world
      const readAgain = () => readTrolly(world, device, tab, trollyId)
      const moved = await resolveHeld(hand, { trollyId, customer, day: DAY, way: action.way, readAgain })
      if (moved) world.trollies.push(moved)
      return
    }
  }
}

const loseAddress = async (world: World, { device, tab }: Hand, trollyId: string): Promise<void> => {
  const addressId = (await findTrolly(tab.database, trollyId))?.deliveryAddressId ?? ''
  const address = (world.delivery.addressIds as readonly string[]).indexOf(addressId)
  if (address >= 0) await deleteAddress(world, device, { address, deleted: true })
}
