import { TROLLY } from '#domain/operations/operation.ts'
import { nounOfLane } from '#domain/outbox/record.ts'
import { FAVOURITES_LANE } from '#src/store/favourites.ts'
import { readSync } from '#src/sync/engine/sync-state.ts'
import { restoreBackup } from './backups.ts'
import { readStanding } from './favourites/invariants.ts'
import { appliedKeys, readJournal } from './journal.ts'
import type { SimDevice } from './sim-device.ts'
import { forgetSeenBy, restoreTrolliesLedger } from './trollies/ledger-restored.ts'
import { readTrolliesOnServer } from './trollies/on-server.ts'
import { sumsDiffer, sumsNow } from './trollies/sums.ts'
import { readWaiting } from './waiting.ts'
import { livingTab, type World } from './world.ts'

/**
 * The server is as it was at its last backup, under another epoch. What people did since and their devices no longer
 * hold is gone: the ledger starts from what stands and what waits.
 */
export const restore = async (world: World): Promise<void> => {
  world.ledger.broken.push(...sumsDiffer(await sumsOf(world)))
  const { database, owners, backup, customer, ledger, network, prices } = world
  await restoreBackup(database, owners, backup, customer.priceListId)
  for (const [product_no, pence] of backup.prices) prices.set(product_no, pence)
  // Their connections ended with the server.
  world.slowReads.splice(0)

  const sums = await sumsOf(world)
  const { journal, waiting, server } = sums
  world.keysRestored = new Set(journal.map(({ key }) => key))
  network.restore(world.keysRestored)
  restoreTrolliesLedger(ledger.trollies, {
    sums: sumsNow(sums),
    known: world.keysRestored,
    applied: appliedKeys(journal),
    isDeleted: (device, trollyId) =>
      server.states.get(trollyId) === 'deleted' ||
      waiting.some(
        (record) =>
          record.device === device && record.lane.endsWith(trollyId) && record.operation.kind === 'delete',
      ),
    asks: (device, trollyId, product_no) =>
      waiting.some(
        (record) =>
          record.device === device &&
          record.lane.endsWith(trollyId) &&
          'product_no' in record.operation &&
          record.operation.product_no === product_no,
      ),
  })
  ledger.templates.restored()
  for (const device of await devicesUnaware(world))
    for (const { device: holder, lane, opId } of waiting)
      if (holder === device.name && nounOfLane(lane) === TROLLY) device.asksBefore.add(opId)
  await restoreStars(world)
}

/** A star that waits is sent again; any other is as the server has it. */
const restoreStars = async ({ database, devices, ledger }: World): Promise<void> => {
  const standing = await readStanding(database, devices)
  const waiting = await readWaiting(devices)
  ledger.favourites.restored(
    ({ userId, product_no }) => standing(userId).includes(product_no),
    ({ devices, product_no }) =>
      waiting.some(
        ({ lane, device, operation }) =>
          lane === FAVOURITES_LANE &&
          devices.has(device) &&
          'product_no' in operation &&
          operation.product_no === product_no,
      ),
  )
}

const sumsOf = async ({ database, devices, emptied, ledger, sumProducts }: World) => ({
  ledger: ledger.trollies,
  journal: await readJournal(database, [...devices, ...emptied]),
  waiting: await readWaiting(devices),
  server: await readTrolliesOnServer(database, [...ledger.trollies.createdTrollies]),
  sumProducts,
})

/**
 * Until it hears of the restore, a device shows what is no longer so, in versions that mean nothing: what people do upon
 * that is not held against anybody, except that what waits is kept.
 */
export const playUnaware = async (world: World, act: () => Promise<void>): Promise<void> => {
  const { keysRestored, ledger } = world
  const unaware = keysRestored ? await devicesUnaware(world) : []
  await act()
  if (!keysRestored || unaware.length === 0) return
  for (const { name } of unaware) forgetSeenBy(ledger.trollies, name, keysRestored)
  ledger.templates.restored()
  await restoreStars(world)
}

export const devicesUnaware = async ({ devices, network }: World): Promise<SimDevice[]> => {
  const epochs = await Promise.all(devices.map((device) => readSync(livingTab(device).database, 'epoch')))
  return devices.filter((_, index) => epochs[index] !== undefined && epochs[index] !== network.epoch)
}
