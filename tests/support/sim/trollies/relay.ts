import { isUnanswered } from '#domain/outbox/operation.ts'
import { type Collected, codeTextsOf, collect, readPart, relayOf } from '#domain/relay/codes.ts'
import type { Relay } from '#domain/relay/relay.ts'
import { RelayUnreadable } from '#domain/relay/unreadable.ts'
import { OperationRefused } from '#domain/trollies/refused.ts'
import { ApiError } from '#src/api/api-error.ts'
import { readTrollyParts } from '#src/store/trollies/trollies.ts'
import { carry } from '#src/sync/trollies/relay/carry.ts'
import { handOver } from '#src/sync/trollies/relay/hand-over.ts'
import type { Hand } from '#tests/support/sim/hand.ts'
import { asOneBuild } from '#tests/support/sim/one-build.ts'
import { apiOf } from '#tests/support/sim/reads.ts'
import type { SimDevice } from '#tests/support/sim/sim-device.ts'
import { addTally } from '#tests/support/sim/tally.ts'
import { livingTab, type World } from '#tests/support/sim/world.ts'

export type RelayedTo = { trollyId: string; to: SimDevice; when: 'now' | 'together' | 'later' }

/** One person shows codes, another scans and sends them. */
export const relayTrolly = async (
  world: World,
  { device, tab, now }: Hand,
  { trollyId, to, when }: RelayedTo,
): Promise<void> => {
  if (to === device) return
  const handed = { trollyId, from: device.name, now: now() }
  const relay = await asOneBuild(() => handOver(tab.database, handed)).catch((error: unknown) => {
    // The page would not have offered it.
    if (error instanceof OperationRefused) return undefined
    throw error
  })
  if (!relay) return
  const { queue } = await readTrollyParts(tab.database, trollyId)
  for (const { opId, request } of queue) device.handedOver.set(opId, JSON.stringify(request))
  const scanned = codeTextsOf(relay)
    .toReversed()
    .map(readPart)
    .reduce((parts: Collected, part) => collect(parts, part), [])
  const send = async () => carryBy(world, to, relayOf(scanned) ?? relay)
  if (when === 'later') world.slowReads.push(send)
  else if (when === 'now') await send()
  else await Promise.all([send(), tab.drain()])
  const still = (await readTrollyParts(tab.database, trollyId)).queue.some(isUnanswered)
  if (when === 'now' && still) addTally(world.tally, { 'relayed by another phone and by its own': 1 })
}

const carryBy = async (world: World, device: SimDevice, relay: Relay): Promise<void> => {
  if (device.signedOut) return
  const tab = livingTab(device)
  try {
    const { orderNo } = await asOneBuild(() => carry(apiOf(world, device, tab), relay))
    addTally(world.tally, { relayed: 1, ...(orderNo !== undefined && { 'order relayed': 1 }) })
  } catch (error) {
    if (error instanceof RelayUnreadable) addTally(world.tally, { 'relay of another build': 1 })
    else if (!(error instanceof ApiError)) throw error
    else if (error.status === 401) await device.leave(tab.database)
    else addTally(world.tally, { [`relay ended by ${error.code}`]: 1 })
  }
}
