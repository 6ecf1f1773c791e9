import type fc from 'fast-check'
import type { OutboxRecord } from '#domain/outbox/record.ts'
import type { Database } from '#server/db/database.ts'
import type { Owners } from './backups.ts'
import type { Hand } from './hand.ts'
import type { SimDevice } from './sim-device.ts'
import type { World } from './world.ts'

/** How histories use a noun that stores its rows by lane: one file in `nouns/`, found by its name. */
export type SimNoun<Deed = unknown> = {
  noun: string
  /** What people do with it, and how often. */
  deeds: readonly { weight: number; arbitrary: fc.Arbitrary<Deed> }[]
  /** In any 300 histories: calls and refusals as in tally.ts. */
  mustComeAbout: readonly string[]
  /** Saves the server's data. */
  backUp: (database: Database, owners: Owners) => Promise<NounBackup>
  /** One history's record of what people wanted, independent of the product. What the server needs for it is put there. */
  begin: (parts: Beginning) => Promise<{
    play: (world: World, hand: Hand, deed: Deed) => Promise<void>
    /** The device was cleared: unsent work is lost, unanswered work may still arrive. */
    lost: (device: SimDevice, records: readonly OutboxRecord[]) => void
    /** The server was restored, or a person acted on what it no longer has. */
    restored: (world: World) => Promise<void>
    /** The violations in the end, in words. */
    differ: (world: World) => Promise<string[]>
  }>
}

/** All are emptied before orders and trollies are, which they may refer to, and filled after them. */
export type NounBackup = { empty: () => Promise<unknown>; fill: () => Promise<void> }

export type Beginning = { database: Database; customerId: string; products: readonly string[] }

export const SIM_NOUNS: readonly SimNoun[] = Object.values(
  import.meta.glob<{ simNoun: SimNoun }>('./nouns/*.ts', { eager: true }),
).map(({ simNoun }) => simNoun)
