import { nounOfLane } from '#domain/outbox/record.ts'
import { TROLLY } from '#domain/trollies/operation.ts'
import { readSync } from '#src/sync/engine/sync-state.ts'
import { restoreBackup } from './backups.ts'
import { appliedKeys, readJournal } from './journal.ts'
import type { SimDevice } from './sim-device.ts'
import { restoreTrolliesLedger } from './trollies/ledger-restored.ts'
import { readTrolliesOnServer } from './trollies/on-server.ts'
import { sumsDiffer, sumsNow } from './trollies/sums.ts'
import { readWaiting } from './waiting.ts'
import { livingTab, type World } from './world.ts'

/**
 * The server is as at its last backup, under another epoch. Later changes that no device still holds are lost: the ledger
 * restarts from the server's data and what waits.
 */
export const restore = async (world: World): Promise<void> => {
  await world.network.allAnswered()
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
          record.operation.kind !== 'terms' &&
          'product_no' in record.operation &&
          record.operation.product_no === product_no,
      ),
  })
  ledger.templates.restored()
  for (const device of await devicesUnaware(world))
    for (const { device: holder, lane, opId } of waiting)
      if (holder === device.name && nounOfLane(lane) === TROLLY) device.asksBefore.add(opId)
  await restoreNouns(world)
}

const restoreNouns = async (world: World): Promise<void> => {
  for (const { restored } of world.nouns.values()) await restored(world)
}

const sumsOf = async ({ database, devices, emptied, ledger, sumProducts }: World) => ({
  ledger: ledger.trollies,
  journal: await readJournal(database, [...devices, ...emptied]),
  waiting: await readWaiting(devices),
  server: await readTrolliesOnServer(database, [...ledger.trollies.createdTrollies]),
  sumProducts,
})

/**
 * Until it learns of the restore, a device shows outdated data. The server runs no change based on it; what waits is put on hold,
 * and the stars and templates of such a device start from the server's.
 */
export const playUnaware = async (world: World, act: () => Promise<void>): Promise<void> => {
  const unaware = world.keysRestored ? await devicesUnaware(world) : []
  await act()
  if (unaware.length === 0) return
  world.ledger.templates.restored()
  await restoreNouns(world)
}

export const devicesUnaware = async ({ devices, network }: World): Promise<SimDevice[]> => {
  const epochs = await Promise.all(devices.map((device) => readSync(livingTab(device).database, 'epoch')))
  return devices.filter((_, index) => epochs[index] !== undefined && epochs[index] !== network.epoch)
}
