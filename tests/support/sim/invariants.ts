import { lineChanges, readJournal } from './journal.ts'
import type { SimDevice } from './sim-device.ts'
import {
  itemsLost,
  namesLost,
  namesWrong,
  readTemplatesOnServer,
  templatesDiffer,
} from './templates/invariants.ts'
import { detailsOverwritten, falseConflicts, overwritten } from './trollies/lines.ts'
import { readTrolliesOnServer } from './trollies/on-server.ts'
import { falseReviews, ordersWrong } from './trollies/orders.ts'
import { sumsDiffer } from './trollies/sums.ts'
import { termsLost } from './trollies/terms.ts'
import { viewsDiffer } from './trollies/views.ts'
import { wishesLost } from './trollies/wishes.ts'
import { nothingStuck, readWaiting } from './waiting.ts'
import type { World } from './world.ts'

/**
 * What must hold in the end: the ledger, the server and every device agree, or a decision is shown for any difference. Each rule
 * returns its violations, in words.
 */
export const findViolations = async (world: World): Promise<string[]> => {
  const { database, devices, emptied, ledger, network, sumProducts, prices } = world
  await network.allAnswered()
  const journal = await readJournal(database, [...devices, ...emptied])
  const changes = lineChanges(journal)
  const waiting = await readWaiting(devices)
  const server = await readTrolliesOnServer(database, [...ledger.trollies.createdTrollies])
  const ofTrollies = { ledger: ledger.trollies, journal, changes, waiting, server, sumProducts }
  const templates = await readTemplatesOnServer(database, world.templates)
  const ofTemplates = { ledger: ledger.templates, journal, waiting }
  return [
    ...[...devices, ...emptied].flatMap(({ broken }) => broken),
    ...ledger.broken,
    ...network.broken,
    ...bytesDiffer([...devices, ...emptied]),
    ...nothingStuck(waiting),
    ...sumsDiffer(ofTrollies),
    ...overwritten(ofTrollies),
    ...falseConflicts(ofTrollies),
    ...detailsOverwritten(ofTrollies),
    ...wishesLost(ofTrollies),
    ...termsLost({ ...ofTrollies, sumProducts }),
    ...ordersWrong(ofTrollies),
    ...falseReviews(ofTrollies),
    ...(await viewsDiffer({ devices, server, waiting, prices })),
    ...(await templatesDiffer(devices, templates, waiting)),
    ...namesWrong(ofTemplates),
    ...namesLost(ofTemplates),
    ...itemsLost(ofTemplates, templates),
    ...(await Promise.all([...world.nouns.values()].map(({ differ }) => differ(world)))).flat(),
  ]
}

const bytesDiffer = (devices: readonly SimDevice[]): string[] =>
  devices.flatMap(({ name, sentBytes }) =>
    [...sentBytes].flatMap(([key, bytes]) =>
      bytes.size > 1 ? [`${name} sent different bytes under one key ${key}: ${[...bytes].join(' ≠ ')}`] : [],
    ),
  )
