import { Group } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Problem } from './check-trolly.ts'

/** Problems by product number, shown under each line above its hint; repairs are in the problem list. */
export const lineProblems = (
  problems: readonly Problem[],
  hints: ReadonlyMap<string, ReactNode> | undefined,
): ReadonlyMap<string, ReactNode> => {
  const words = new Map<string, string[]>()
  for (const problem of problems) {
    const { product_no } = problem
    if (product_no !== null) words.set(product_no, [...(words.get(product_no) ?? []), shortWords(problem)])
  }
  const bands = new Map(hints)
  for (const [product_no, said] of words)
    bands.set(
      product_no,
      <>
        <LineProblem words={said.join(' · ')} />
        {bands.get(product_no)}
      </>,
    )
  return bands
}

function LineProblem({ words }: { words: string }) {
  return (
    <Group component="p" gap={4} wrap="nowrap" c="var(--red)" fz="xs" lh="var(--leading-s)">
      <IconAlertCircle size={16} aria-hidden="true" />
      {words}
    </Group>
  )
}

const shortWords = ({ check, message, repairs }: Problem): string => {
  const offered = repairs.find((repair) => repair.kind === 'set_quantity')
  if (check === 'order_stock_check' && offered?.kind === 'set_quantity')
    return `Only ${offered.quantity} in stock`
  return check === 'order_unpriced_items_check' ? 'No price' : message
}
