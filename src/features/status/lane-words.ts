import type { Lane, OutboxRecord } from '#domain/outbox/record.ts'
import { nounOf } from '#src/sync/engine/noun.ts'
import { NOUNS } from '#src/sync/nouns.ts'

/** @param name of what the lane is about, if it has one of its own */
export const titleOfLane = (lane: Lane, name?: string): string =>
  nounOf(NOUNS, lane)?.words.title(name) ?? 'Other changes'

export const recordText = (
  { lane, operation }: Pick<OutboxRecord, 'lane' | 'operation'>,
  nameOf: (id: string) => string,
): string => nounOf(NOUNS, lane)?.words.text(operation, nameOf) ?? ''
