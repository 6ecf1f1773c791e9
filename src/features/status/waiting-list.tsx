import { asOfText } from '#domain/as-of.ts'
import type { OutboxRecord } from '#domain/outbox/record.ts'
import type { NameOf } from '#domain/trollies/words.ts'
import { recordText } from './lane-words.ts'
import styles from './waiting-list.module.css'

export type WaitingListProps = { queue: readonly OutboxRecord[]; nameOf: NameOf; now: Date }

export function WaitingList({ queue, nameOf, now }: WaitingListProps) {
  return (
    <ul className={styles.list}>
      {queue.map((record) => (
        <li key={record.opId} className={styles.item}>
          <span>{recordText(record, nameOf)}</span>
          <span className={styles.detail}>{progressText(record, now)}</span>
        </li>
      ))}
    </ul>
  )
}

const progressText = (record: OutboxRecord, now: Date): string => {
  const saved = `saved ${asOfText(new Date(record.createdAt), now)}`
  const tried = record.attempts === 0 ? [] : [`tried ${timesText(record.attempts)}`]
  return [saved, ...tried, ...next(record, now)].join(' · ')
}

const timesText = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`)

const next = ({ state, attempts, nextAttemptAt, notBefore }: OutboxRecord, now: Date): string[] => {
  if (state === 'sending') return ['sending now']
  if (notBefore > now.getTime()) return ['can still be undone']
  const waitMs = nextAttemptAt - now.getTime()
  if (attempts === 0 || state !== 'pending') return []
  return [waitMs > 1_000 ? `trying again in ${Math.ceil(waitMs / 1_000)} s` : 'trying again now']
}
