import { Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button, type ButtonProps } from '#src/ui/action/button.tsx'
import styles from './question-card.module.css'

export type QuestionCardProps = {
  /** The accessible name. */
  label: string
  /** Left out where the page already names it. */
  subject?: string | undefined
  question: string
  details?: readonly string[] | undefined
  answers: readonly (Pick<ButtonProps, 'loading' | 'disabled'> & { label: string; onChoose: () => unknown })[]
  /** After the answers. */
  more?: ReactNode
}

/** One question about a change that could not be made, with its answers. */
export function QuestionCard({ label, subject, question, details = [], answers, more }: QuestionCardProps) {
  return (
    <article className={styles.card} aria-label={label}>
      <IconAlertCircle className={styles.icon} size={18} aria-hidden="true" />
      <div className={styles.words}>
        {subject === undefined ? null : <Text fw={550}>{subject}</Text>}
        <p className={styles.question}>{question}</p>
        {details.length > 0 ? (
          <ul className={styles.details}>
            {details.map((detail) => (
              <li key={detail}>{detail}</li>
            ))}
          </ul>
        ) : null}
      </div>
      <div className={styles.answers}>
        {answers.map(({ label: words, onChoose, ...state }) => (
          <Button key={words} compact {...state} onClick={onChoose}>
            {words}
          </Button>
        ))}
        {more}
      </div>
    </article>
  )
}
