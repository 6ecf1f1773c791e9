import { Box, Text } from '@mantine/core'
import { useState } from 'react'
import { Button } from '#src/ui/action/button.tsx'
import { Money } from '#src/ui/status/money.tsx'
import styles from './goods-list.module.css'

export type Goods = {
  product_no: string
  /** Where the list may hold a product twice. */
  position?: number | undefined
  name: string
  brand: string
  pack: string
  quantity: number
  /** The price of one, '' if there is none. */
  unitText: string
  amountText: string
  /** What is to be noticed, such as a shortage. */
  note?: string | undefined
  /** What explains the amount, such as a weight. */
  detail?: string | undefined
}

export type GoodsListProps = {
  label: string
  goods: readonly Goods[]
  /** Longer lists are cut here with a "Show all" button; all lines if absent. */
  atFirst?: number
}

export function GoodsList({ label, goods, atFirst = Number.POSITIVE_INFINITY }: GoodsListProps) {
  const [showsAll, setShowsAll] = useState(false)
  // Hiding a single line would save no space.
  const isLong = goods.length > atFirst + 1
  const shown = isLong && !showsAll ? goods.slice(0, atFirst) : goods
  return (
    <>
      <ul className={styles.lines} aria-label={label}>
        {shown.map(
          ({ product_no, position, name, brand, pack, quantity, unitText, amountText, note, detail }) => (
            <li key={`${product_no} ${position ?? ''}`} className={styles.line}>
              <Money>{`${quantity} ×`}</Money>
              <span className={styles.words}>
                <span>{name}</span>
                <Text span size="xs" c="dimmed">
                  {[brand, pack, product_no, unitText].filter(Boolean).join(' · ')}
                </Text>
                {detail ? (
                  <Text span size="xs" c="dimmed">
                    {detail}
                  </Text>
                ) : null}
                {note ? (
                  <Text span size="xs" c="var(--red)">
                    {note}
                  </Text>
                ) : null}
              </span>
              <Money>{amountText}</Money>
            </li>
          ),
        )}
      </ul>
      {isLong ? (
        <Box px="calc(var(--page-edge) - var(--s4))" pt={4} data-screen-only>
          <Button variant="subtle" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Show fewer lines' : `Show ${goods.length - atFirst} more`}
          </Button>
        </Box>
      ) : null}
    </>
  )
}
