import type fc from 'fast-check'
import type { OutboxRecord } from '#domain/outbox/record.ts'
import type { Database } from '#server/db/database.ts'
import type { Owners } from './backups.ts'
import type { Hand } from './hand.ts'
import type { SimDevice } from './sim-device.ts'
import type { World } from './world.ts'

/** How histories use a noun that keeps its rows by lane: one file in `nouns/`, found by its name. */
export type SimNoun<Deed = unknown> = {
  noun: string
  /** What people do with it, and how often. */
  deeds: readonly { weight: number; arbitrary: fc.Arbitrary<Deed> }[]
  /** In any 300 histories: calls and refusals as in tally.ts. */
  mustComeAbout: readonly string[]
  /** What the server holds. @returns how to bring it back */
  backUp: (database: Database, owners: Owners) => Promise<() => Promise<void>>
  /** One history's book of what people wanted, apart from the product's own. */
  begin: () => {
    play: (world: World, hand: Hand, deed: Deed) => Promise<void>
    /** The device was emptied: what was never sent is lost, what went unanswered may still arrive. */
    lost: (device: SimDevice, records: readonly OutboxRecord[]) => void
    /** The server was restored, or a person acted on what it no longer holds. */
    restored: (world: World) => Promise<void>
    /** What is wrong in the end, in words. */
    differ: (world: World) => Promise<string[]>
  }
}

export const SIM_NOUNS: readonly SimNoun[] = Object.values(
  import.meta.glob<{ simNoun: SimNoun }>('./nouns/*.ts', { eager: true }),
).map(({ simNoun }) => simNoun)
