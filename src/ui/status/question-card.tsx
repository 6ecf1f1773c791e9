import { Box, Group, Text } from '@mantine/core'
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
      <div>
        {subject === undefined ? null : <Text fw={500}>{subject}</Text>}
        <p>{question}</p>
        {details.length > 0 ? (
          <Box component="ul" mt={4}>
            {details.map((detail) => (
              <li key={detail}>{detail}</li>
            ))}
          </Box>
        ) : null}
      </div>
      <Group gap={8} className={styles.answers ?? ''}>
        {answers.map(({ label: words, onChoose, ...state }) => (
          <Button key={words} compact {...state} onClick={onChoose}>
            {words}
          </Button>
        ))}
        {more}
      </Group>
    </article>
  )
}
