import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { Order } from '#contract/baskets.ts'
import { dayText } from '#domain/london-time.ts'
import { moneyText } from '#domain/money.ts'
import { countText } from '#domain/operations/words.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { DefinitionList } from '#src/ui/layout/definition-list.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { announce } from '#src/ui/status/announcer.tsx'
import { GoodsList } from './goods-list.tsx'
import styles from './order-placed.module.css'
import { useBrands } from './use-brands.ts'

/** The order as the server numbered it: what was ordered, for when, at what price. */
export function OrderPlaced({ order }: { order: Order }) {
  const { totals, orderNo } = order
  const brands = useBrands(order.lines)
  useEffect(() => announce(`The order number is ${orderNo}`), [orderNo])
  return (
    <div className={styles.page}>
      <div className={styles.done}>
        <IconCircleCheck className={styles.icon} size={40} stroke={1.5} aria-hidden="true" />
        <div>
          <p className={styles.number}>
            Order <strong>{order.orderNo}</strong> is placed
          </p>
          <p className={styles.when}>{`Arriving ${dayText(order.deliveryDay, new Date())}`}</p>
        </div>
      </div>
      <Section title={countText(order.lines.length, 'line')} flush>
        <GoodsList
          label="Lines of the order"
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
            { term: 'VAT', value: moneyText(totals.vatPence) },
            {
              term: totals.estimated ? 'Estimated total' : 'Total',
              value: moneyText(totals.totalPence),
              strong: true,
            },
            ...(order.poNumber === '' ? [] : [{ term: 'Purchase order', value: order.poNumber }]),
            ...(order.instructions === '' ? [] : [{ term: 'Instructions', value: order.instructions }]),
          ]}
        />
        <ButtonLink kind="main" to="/home">
          Back to home
        </ButtonLink>
      </div>
    </div>
  )
}
