import { Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useEffect } from 'react'
import { dayText, londonDayOf } from '#domain/london-time.ts'
import type { SafetyEntry } from '#domain/safety-entries.ts'
import { allergenWords, boughtText, declaredChanges, recallActionText } from '#domain/safety-words.ts'
import { Button } from '#src/ui/action/button.tsx'
import { type Definition, DefinitionList } from '#src/ui/layout/definition-list.tsx'
import { Badge } from '#src/ui/status/badge.tsx'
import styles from './safety-list.module.css'
import { useSafetyChange, useSafetyRole } from './use-safety-entries.ts'

export type SafetyListProps = {
  customerId: string
  entries: readonly SafetyEntry[]
  /** On the first one’s title, for `aria-describedby`. */
  id?: string
}

/** What has changed and what to do. To have it on the screen is to have read it, which the office sees. */
export function SafetyList({ customerId, entries, id }: SafetyListProps) {
  const role = useSafetyRole()
  const change = useSafetyChange(customerId)
  useEffect(() => {
    const unread = entries.filter(({ isRead }) => !isRead)
    if (unread.length > 0 && role !== 'staff') void change('read', unread)
  }, [entries, role, change])
  return (
    <Stack gap={12}>
      {role === 'confirms' || entries.every(({ isConfirmed }) => isConfirmed) ? null : (
        <Text size="sm" c="dimmed">
          {role === 'staff'
            ? 'Tell the customer. Mark calls under Maintenance, Safety notices.'
            : 'Tell the people in your kitchen. Somebody who may order confirms that it has been read.'}
        </Text>
      )}
      <ul className={styles.list} aria-label="Safety notices">
        {entries.map((entry, at) => (
          <li key={entry.key} className={styles.entry}>
            <Entry entry={entry} id={at === 0 ? id : undefined} />
            {entry.isConfirmed ? (
              <Text size="sm" c="dimmed">
                Confirmed. It stays here until the recall is withdrawn.
              </Text>
            ) : role === 'confirms' ? (
              <Button
                icon={<IconCheck size={18} aria-hidden="true" />}
                aria-label={`I have read this: ${titleOf(entry)}`}
                onClick={() => void change('acknowledge', [entry])}
              >
                I have read this
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </Stack>
  )
}

/** All products, because a kitchen has to look for each of them. */
const titleOf = ({ products, recall }: SafetyEntry): string =>
  products.map(({ name, product_no }) => name || product_no).join(', ') || (recall?.reference ?? '')

function Entry({ entry, id }: { entry: SafetyEntry; id: string | undefined }) {
  const { products, change, recall, at } = entry
  return (
    <div>
      <div className={styles.head}>
        <h3 className={styles.title} id={id}>
          {titleOf(entry)}
        </h3>
        <Badge label={recall ? 'Recall' : 'Allergens changed'} tone={recall ? 'red' : 'amber'} />
      </div>
      <Text size="sm" c="dimmed">
        {[recall?.reference, dayText(londonDayOf(new Date(at)), new Date())].filter(Boolean).join(' · ')}
      </Text>
      {change ? <ChangeWords {...change} /> : null}
      {recall ? (
        <p className={styles.words}>
          <strong>{recallActionText(recall.action)}.</strong> {recall.advice}
        </p>
      ) : null}
      <Stack gap={8}>
        <DefinitionList beside items={factsOf(entry)} />
        {products.map((product) => (
          <Text key={product.product_no} size="sm" c="dimmed">
            {boughtText(product, new Date())}
          </Text>
        ))}
      </Stack>
    </div>
  )
}

/** The words that differ, each with an icon: colour alone says nothing. */
export function ChangeWords({ before, after }: NonNullable<SafetyEntry['change']>) {
  return (
    <ul className={styles.changes}>
      {declaredChanges(before, after).map((words) => (
        <li key={words} className={styles.change}>
          <IconAlertTriangle size={18} aria-hidden="true" />
          {words}
        </li>
      ))}
    </ul>
  )
}

const factsOf = ({ change, recall }: SafetyEntry): Definition[] => {
  if (recall)
    return [
      { term: 'Why', value: recall.reason },
      { term: 'Batches', value: recall.batches.length === 0 ? 'All' : recall.batches.join(', ') },
      ...(recall.useBy === '' ? [] : [{ term: 'Dates', value: recall.useBy }]),
    ]
  if (change === undefined) return []
  const { before, after } = change
  return [
    { term: 'Contains', value: fromTo(allergenWords(before.contains), allergenWords(after.contains)) },
    { term: 'May contain', value: fromTo(allergenWords(before.mayContain), allergenWords(after.mayContain)) },
  ]
}

const fromTo = (before: string, after: string): string => (before === after ? after : `${before} → ${after}`)
