import { Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useMemo } from 'react'
import type { SafetyEntry } from '#domain/safety-entries.ts'
import { declaredChanges } from '#domain/safety-words.ts'
import { SafetyBanner } from './safety-banner.tsx'
import { useSafetyEntries } from './use-safety-entries.ts'

export type TrollySafetyProps = {
  customerId: string
  /** What is said under the lines of these products. Pass the same function on every render. */
  onLines: (notes: ReadonlyMap<string, ReactNode>) => void
}

/** A trolly’s banner, and a note under each line that is concerned, which a confirmed recall keeps. */
export function TrollySafety({ customerId, onLines }: TrollySafetyProps) {
  const entries = useSafetyEntries(customerId)
  const notes = useMemo(() => notesOf(entries), [entries])
  useEffect(() => onLines(notes), [onLines, notes])
  return <SafetyBanner customerId={customerId} />
}

/** A recalled product’s allergens may have changed as well. */
const notesOf = (entries: readonly SafetyEntry[]): ReadonlyMap<string, ReactNode> => {
  const words = new Map<string, string[]>()
  for (const entry of entries)
    for (const { product_no } of entry.products)
      words.set(product_no, [...(words.get(product_no) ?? []), shortWords(entry)])
  return new Map(
    [...words].map(([product_no, said]) => [
      product_no,
      <LineNote key={product_no} words={said.join(' · ')} />,
    ]),
  )
}

function LineNote({ words }: { words: string }) {
  return (
    <Group component="p" gap={4} wrap="nowrap" c="var(--red)" fz="xs" lh="var(--leading-s)">
      <IconAlertTriangle size={16} aria-hidden="true" />
      {words}
    </Group>
  )
}

const shortWords = ({ change, recall }: SafetyEntry): string => {
  if (change) return declaredChanges(change.before, change.after).join(' · ')
  return `Recalled: ${recall?.reason ?? ''}`
}
