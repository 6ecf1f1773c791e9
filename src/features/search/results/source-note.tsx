import { memo } from 'react'
import type { FoundForTrolly } from '#src/features/search/engine/find-for-trolly.ts'
import { sourceWords } from '#src/features/search/search-words.ts'
import type { ListOnDevice } from '#src/features/search/use-list-on-device.ts'
import { AgeNote } from '#src/ui/status/age-note.tsx'
import { useMinute } from '#src/ui/status/minute-clock.ts'

type SourceNoteProps = { from: FoundForTrolly['from'] | undefined; reached: boolean } & Pick<
  ListOnDevice,
  'products' | 'pricesAt'
>

/** Memoised: formatting a time is slow, and typing does not change it. */
export const SourceNote = memo(function SourceNote({ from, reached, ...list }: SourceNoteProps) {
  const words = sourceWords(from, { reached, list, now: new Date(useMinute()) })
  return words === undefined ? null : <AgeNote>{words}</AgeNote>
})
