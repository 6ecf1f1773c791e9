import { Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import type { Order } from '#contract/trollies.ts'
import { chargeFacts, placeFacts, whenText } from '#domain/delivery-words.ts'
import { moneyText } from '#domain/money.ts'
import { countText } from '#domain/operations/words.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { DefinitionList } from '#src/ui/layout/definition-list.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { GoodsList } from '#src/ui/list/goods-list.tsx'
import { announce } from '#src/ui/status/announcer.tsx'
import { Money } from '#src/ui/status/money.tsx'
import styles from './order-placed.module.css'
import { PlacedTick } from './placed-tick.tsx'
import { useBrands } from './use-brands.ts'

export type OrderPlacedProps = {
  order: Order
  /** It was placed while this page was open. */
  isNew: boolean
  /** Cancelled or changed since. */
  isOver: boolean
  /** Nothing once the cut-off has passed. */
  changeUntil?: ReactNode
  /** After the next steps. */
  more?: ReactNode
}

export function OrderPlaced({ order, isNew, isOver, changeUntil, more }: OrderPlacedProps) {
  const { totals, orderNo } = order
  // If it is paid by card, its payment decides.
  const isPlaced = order.payBy !== 'card' && !isOver
  const brands = useBrands(order.lines)
  useEffect(() => announce(`The order number is ${orderNo}`), [orderNo])
  return (
    <Stack gap={16} maw="48rem">
      <div className={styles.done}>
        {isPlaced ? <PlacedTick isNew={isNew} /> : null}
        <Stack gap={4}>
          <Text style={{ fontVariantNumeric: 'tabular-nums' }}>
            Order <strong>{order.orderNo}</strong>
            {isPlaced ? ' is placed' : null}
          </Text>
          <Text fz="var(--text-xl)" lh="var(--leading-xl)" fw={650}>
            <Money>{`${totals.estimated ? 'about ' : ''}${moneyText(totals.totalPence)}`}</Money>
          </Text>
          {isOver ? null : <p>{whenText(order, new Date())}</p>}
          {changeUntil ? <Text c="dimmed">{changeUntil}</Text> : null}
        </Stack>
        <div className={styles.next}>
          <ButtonLink variant="filled" to="/home">
            Back to home
          </ButtonLink>
          <ButtonLink to="/orders">See your orders</ButtonLink>
          {more}
        </div>
      </div>
      <Section title={countText(order.lines.length, 'line')} flush>
        <GoodsList
          label="Order lines"
          goods={order.lines.map((line) => ({
            ...line,
            brand: brands.get(line.product_no) ?? '',
            amountText: `${line.catchWeight ? 'about ' : ''}${moneyText(line.netPence)}`,
          }))}
        />
      </Section>
      <div className={styles.totals}>
        <DefinitionList
          items={[
            { term: 'Goods', value: moneyText(totals.netPence) },
            ...chargeFacts(totals),
            { term: 'VAT', value: moneyText(totals.vatPence) },
            {
              term: totals.estimated ? 'Estimated total' : 'Total',
              value: moneyText(totals.totalPence),
              strong: true,
            },
            ...placeFacts(order),
            ...(order.poNumber === '' ? [] : [{ term: 'Purchase order', value: order.poNumber }]),
            ...(order.instructions === '' ? [] : [{ term: 'Instructions', value: order.instructions }]),
          ]}
        />
      </div>
    </Stack>
  )
}
