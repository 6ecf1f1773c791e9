import { Box, Group, Skeleton, Text } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Faq } from '#contract/faq.ts'
import { foldText, wordsIn } from '#domain/folded-text.ts'
import { londonTimeOf } from '#domain/london-time.ts'
import { reasonOf } from '#src/api/messages.ts'
import { useApi } from '#src/device/device-context.tsx'
import { Button } from '#src/ui/action/button.tsx'
import { SearchField } from '#src/ui/form/search-field.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { ListState } from '#src/ui/list/list-state.tsx'
import '@mantine/core/styles/Skeleton.layer.css'
import { faqsQuery } from './faq-queries.ts'
import styles from './faq-reader.module.css'

export function FaqReader() {
  const { data, isPending, isError, error, dataUpdatedAt, refetch } = useQuery(faqsQuery(useApi()))
  const [text, setText] = useState('')
  const found = findFaqs(data?.data ?? [], text)
  const subjects = [...new Set(found.map(({ subject }) => subject))]
  const isSearching = text.trim() !== ''
  return (
    <>
      <Box px="var(--page-edge)">
        <SearchField
          label="Search questions"
          placeholder="Search questions and answers"
          value={text}
          onChange={setText}
        />
      </Box>
      <Text size="xs" c="dimmed" mih="var(--leading-s)" px="var(--page-edge)" pt={8} role="status">
        {isSearching && found.length > 0 ? countWords(found.length) : null}
      </Text>
      <ListState
        count={found.length}
        loading={isPending}
        skeleton={<QuestionSkeleton />}
        failed={
          isError
            ? {
                words: `The questions could not be ${data ? 'updated' : 'loaded'}. ${reasonOf(error)}`,
                onRetry: refetch,
              }
            : undefined
        }
        age={isError && data ? `Saved on this device at ${londonTimeOf(new Date(dataUpdatedAt))}` : undefined}
        empty={{
          words: isSearching
            ? `No questions match “${text.trim()}”. Try fewer words.`
            : 'There are no questions yet.',
          icon: <IconHelpCircle size={40} stroke={1.5} aria-hidden="true" />,
          action: isSearching ? <Button onClick={() => setText('')}>See all questions</Button> : undefined,
        }}
      >
        {subjects.map((subject) => (
          <Section key={subject} title={subject}>
            {found.flatMap((each) =>
              each.subject === subject ? [<Question key={each.id} faq={each} isOpen={isSearching} />] : [],
            )}
          </Section>
        ))}
      </ListState>
    </>
  )
}

function Question({ faq: { question, answer }, isOpen }: { faq: Faq; isOpen: boolean }) {
  return (
    <details className={styles.question} open={isOpen}>
      <summary>{question}</summary>
      <p>{answer}</p>
    </details>
  )
}

function QuestionSkeleton() {
  return (
    <Group h="var(--target)" px="var(--page-edge)">
      <Skeleton width="60%" height="1rem" />
    </Group>
  )
}

/** Every word typed must begin a word of the question. */
const findFaqs = (faqs: readonly Faq[], text: string): readonly Faq[] => {
  const wanted = wordsIn(foldText(text))
  return faqs.filter(({ subject, question, answer }) => {
    const words = wordsIn(foldText(`${subject} ${question} ${answer}`))
    return wanted.every((want) => words.some((word) => word.startsWith(want)))
  })
}

const countWords = (count: number): string => (count === 1 ? '1 question' : `${count} questions`)
