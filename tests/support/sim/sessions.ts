import { eq } from 'drizzle-orm'
import { idOfLane, nounOfLane } from '#domain/outbox/record.ts'
import { TEMPLATE } from '#domain/templates/operation.ts'
import { TROLLY, type TrollyRecord } from '#domain/trollies/operation.ts'
import { tokens } from '#server/db/schema/users.ts'
import { hashOfToken } from '#server/plugins/auth.ts'
import { aToken } from '#tests/support/builders.ts'
import { tellCharges } from './delivery.ts'
import { readTrollies } from './reads.ts'
import { createSimDevice, type SimDevice } from './sim-device.ts'
import { addTally } from './tally.ts'
import { livingTab, type World } from './world.ts'

/** The server forgets the session; the device learns of it from the next reply. */
export const endSession = async ({ database }: World, device: SimDevice): Promise<void> => {
  await database
    .update(tokens)
    .set({ revokedAt: new Date() })
    .where(eq(tokens.hash, hashOfToken(device.token)))
}

export const signIn = async (world: World, device: SimDevice): Promise<void> => {
  if (!device.signedOut) return
  if ((await livingTab(device).database.outbox.count()) > 0)
    addTally(world.tally, { 'signed out with a queue': 1 })
  device.token = await aToken(world.database, device.userId)
  device.signedOut = false
  await downloadAll(world, device)
}

/** What the app loads automatically: today's prices and the open trollies. */
export const downloadAll = async (world: World, device: SimDevice): Promise<void> => {
  const tab = livingTab(device)
  const { priceListId } = world.customer
  await tab.database.prices.bulkPut(
    [...world.prices].map(([product_no, pence]) => ({ priceListId, product_no, pence })),
  )
  tellCharges(world, device)
  await readTrollies(world, device, tab)
}

/**
 * The browser clears the device, which is a new one to the server.
 * @returns the device that replaces it
 */
export const evict = async (world: World, device: SimDevice): Promise<SimDevice> => {
  const records = await livingTab(device).database.outbox.orderBy('seq').toArray()
  for (const tab of device.tabs) tab.close()
  noteLoss(world, device, records as TrollyRecord[])
  const { name, userId } = device
  const token = await aToken(world.database, userId)
  const fresh = createSimDevice(world.sim, { name: `${name}'`, userId, token })
  world.emptied.push(device)
  world.devices[world.devices.indexOf(device)] = fresh
  await downloadAll(world, fresh)
  return fresh
}

const noteLoss = ({ ledger, nouns }: World, device: SimDevice, records: readonly TrollyRecord[]): void => {
  const { name } = device
  for (const lane of new Set(records.map((record) => record.lane))) {
    if (nounOfLane(lane) !== TROLLY) continue
    const trollyId = idOfLane(lane)
    const queue = records.filter((record) => record.lane === lane)
    ledger.trollies.gaveUp({ device: name, trollyId, queue })
    if (queue.some(({ operation, attempts }) => operation.kind === 'delete' && attempts === 0))
      ledger.trollies.deletionUndone(name, trollyId)
  }
  for (const { lane } of records)
    if (nounOfLane(lane) === TEMPLATE) ledger.templates.gaveUp(name, idOfLane(lane))
  for (const [noun, { lost }] of nouns)
    lost(
      device,
      records.filter(({ lane }) => nounOfLane(lane) === noun),
    )
}
