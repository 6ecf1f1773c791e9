import { Text } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { Hidden } from '#src/ui/status/hidden.tsx'
import styles from './field-changes.module.css'
import type { FieldChange, FieldWords } from './kept-records.ts'

export type FieldChangesProps = {
  changes: readonly FieldChange[]
  labels: Readonly<Record<string, string>>
  words: FieldWords
}

/** "Depot East → North", one line each. */
export function FieldChanges({ changes, labels, words }: FieldChangesProps) {
  return (
    <dl className={styles.changes}>
      {changes.filter(isWorthSaying).map(({ field, before, after }) => (
        <div key={field} className={styles.change}>
          <dt>{labels[field] ?? field}</dt>
          <dd>
            {before === null ? null : (
              <>
                <Text component="s" inherit c="dimmed">
                  <Hidden>from </Hidden>
                  {words(field, before) || 'blank'}
                </Text>
                <IconArrowRight size={14} aria-hidden="true" />
                <Hidden> to </Hidden>
              </>
            )}
            {words(field, after) || 'blank'}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A new record’s blanks say nothing. */
const isWorthSaying = ({ before, after }: FieldChange): boolean =>
  before !== null || (after !== '' && !(Array.isArray(after) && after.length === 0))

/** For fields without words of their own. */
export const plainWords: FieldWords = (_, value) => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map((each) => plainWords('', each)).join(', ')
  return typeof value === 'object' ? Object.values(value).join(' ') : String(value)
}
