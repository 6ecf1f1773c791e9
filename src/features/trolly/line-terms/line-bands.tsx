import { Box } from '@mantine/core'
import { lazy, type ReactNode } from 'react'
import type { TrollyRow } from '#src/store/trollies/open-trolly.ts'
import { Late } from '#src/ui/surface/late.tsx'

/** Most lines have none, so that its script is not part of what opens a trolly. */
const LineBand = lazy(async () => ({ default: (await import('./line-band.tsx')).LineBand }))

/** What stands under each line that has a problem, a note or an agreement. */
export const lineBands = (
  rows: readonly TrollyRow[],
  {
    problems,
    swappable,
    onOpen,
  }: {
    problems: ReadonlyMap<string, ReactNode>
    /** Lines with a problem that an alternative solves. */
    swappable: ReadonlySet<string>
    onOpen: (product_no: string) => void
  },
): ReadonlyMap<string, ReactNode> => {
  const bands = new Map(problems)
  for (const { line, product } of rows) {
    const { product_no, note, substitution, knownAs = product_no } = line
    const isShort = swappable.has(product_no)
    if (!isShort && !note && !substitution) continue
    bands.set(
      product_no,
      <>
        {problems.get(product_no)}
        <Late waiting={<Box h="var(--target)" />}>
          <LineBand line={line} name={product?.name ?? knownAs} isShort={isShort} onOpen={onOpen} />
        </Late>
      </>,
    )
  }
  return bands
}
