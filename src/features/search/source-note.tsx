import { memo } from 'react'
import { AgeNote } from '#src/ui/status/age-note.tsx'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import type { FoundForTrolly } from './find-for-trolly.ts'
import { sourceWords } from './search-words.ts'
import type { ListOnDevice } from './use-list-on-device.ts'

type SourceNoteProps = { from: FoundForTrolly['from'] | undefined; reached: boolean } & Pick<
  ListOnDevice,
  'products' | 'pricesAt'
>

/** Memoised: formatting a time is slow, and typing does not change it. */
export const SourceNote = memo(function SourceNote({ from, reached, ...list }: SourceNoteProps) {
  const words = sourceWords(from, { reached, list, now: new Date(useMinute()) })
  return words === undefined ? null : <AgeNote>{words}</AgeNote>
})
