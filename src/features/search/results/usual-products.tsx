import { Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Product } from '#domain/product.ts'
import { Button } from '#src/ui/action/button.tsx'
import { type ProductRowsFor, ResultRows, type ResultRowsProps } from './result-rows.tsx'

export type UsualProductsProps = ProductRowsFor &
  Pick<ResultRowsProps, 'addQuantities' | 'label'> & {
    products: readonly Product[]
    /** How many show before "Show all"; undefined: all. */
    atFirst?: number | undefined
    /** Beside it. */
    more: ReactNode
  }

export function UsualProducts({ products, atFirst, more, ...rows }: UsualProductsProps) {
  const [all, setAll] = useState(false)
  const shown = all ? products : products.slice(0, atFirst)
  return (
    <>
      <ResultRows {...rows} products={shown} among={products} />
      <Group gap={8} px="var(--page-edge, var(--s4))" py={12}>
        {shown.length < products.length ? (
          <Button onClick={() => setAll(true)}>{`Show all ${products.length}`}</Button>
        ) : null}
        {more}
      </Group>
    </>
  )
}
