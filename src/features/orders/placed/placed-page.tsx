import { Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import type { TrackedOrder } from '#contract/orders.ts'
import type { Order } from '#contract/trollies.ts'
import { orderedEstimateText } from '#domain/catch-weight.ts'
import { changeUntilText, instantText } from '#domain/delivery-days.ts'
import { placeFacts, whenText } from '#domain/delivery-words.ts'
import { discountTexts } from '#domain/discount-words.ts'
import { eachText, moneyText } from '#domain/money.ts'
import { countText } from '#domain/plain-text.ts'
import { useDeliveryDays } from '#src/device/delivery/use-delivery-days.ts'
import { useLive } from '#src/device/use-live.ts'
import { OrderActions } from '#src/features/orders/order-actions.tsx'
import { totalFacts } from '#src/features/orders/total-facts.ts'
import { useOrder } from '#src/features/orders/use-order.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { Illustration } from '#src/ui/animation/illustration.tsx'
import { DefinitionList } from '#src/ui/layout/definition-list.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { GoodsList } from '#src/ui/list/goods-list.tsx'
import { announce } from '#src/ui/status/announcer.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { Money } from '#src/ui/status/money.tsx'
import styles from './placed-page.module.css'

export type PlacedPageProps = {
  order: Order
  /** It was placed while this page was open. */
  isNew?: boolean
  /** For an order by card. */
  renderPayment: (order: Order | TrackedOrder) => ReactNode
  saveAsTemplate: ReactNode
  /** Something to decide now that the order is placed. */
  offer?: ReactNode
}

/** Replaces the page of a trolly that has been ordered on this device. */
export function PlacedPage({ order, isNew = false, renderPayment, saveAsTemplate, offer }: PlacedPageProps) {
  const { id, orderNo, payBy, customerId, deliveryAddressId, deliveryDay, method, lines } = order
  const { order: tracked } = useOrder(id)
  const isOver = tracked !== undefined && (tracked.cancelledAt ?? tracked.replacedAt) !== null
  // If it is paid by card, its payment decides.
  const isPlaced = payBy !== 'card' && !isOver
  const brands = useBrands(lines)
  useEffect(() => announce(`The order number is ${orderNo}`), [orderNo])
  return (
    <div className={styles.page}>
      <PageHeader
        title={isPlaced ? 'Order placed' : `Order ${orderNo}`}
        back={{ to: '/orders', label: 'Orders' }}
      />
      {payBy === 'card' ? renderPayment(tracked ?? order) : null}
      {tracked ? <EndedNotice order={tracked} /> : null}
      <Stack gap={16} maw={{ lg: '48rem' }}>
        <div className={styles.done}>
          {isPlaced ? <PlacedTick isNew={isNew} /> : null}
          <Stack gap={4}>
            <Text style={{ fontVariantNumeric: 'tabular-nums' }}>
              Order <strong>{orderNo}</strong>
              {isPlaced ? ' is placed' : null}
            </Text>
            <Text fz="var(--text-xl)" lh="var(--leading-xl)" fw={700}>
              <Money>
                {`${order.totals.estimated ? 'about ' : ''}${moneyText(order.totals.totalPence)}`}
              </Money>
            </Text>
            {isOver ? null : <p>{whenText(order, new Date())}</p>}
            {isOver || method === 'collection' ? null : (
              <ChangeUntil customerId={customerId} addressId={deliveryAddressId} deliveryDay={deliveryDay} />
            )}
          </Stack>
          <div className={styles.next}>
            <ButtonLink variant="filled" to="/home">
              Back to home
            </ButtonLink>
            <ButtonLink to="/orders">See your orders</ButtonLink>
            {saveAsTemplate}
            {tracked ? <OrderActions order={tracked} /> : null}
          </div>
        </div>
        {offer}
        <Section title={countText(lines.length, 'line')} flush>
          <GoodsList
            label="Order lines"
            goods={lines.map((line) => {
              const sum = orderedEstimateText(line)
              return {
                ...line,
                brand: brands.get(line.product_no) ?? '',
                unitText: sum ? '' : eachText({ ...line, pricePence: line.unitPricePence }),
                amountText: `${line.catchWeight ? 'about ' : ''}${moneyText(line.netPence)}`,
                detail: [...(sum ? [sum] : []), ...discountTexts(line)].join(', ') || undefined,
              }
            })}
          />
        </Section>
        <Facts order={order} />
      </Stack>
    </div>
  )
}

/** Says that the order was cancelled or changed since. */
function EndedNotice({ order: { orderNo, cancelledAt, replacedAt } }: { order: TrackedOrder }) {
  if (cancelledAt !== null)
    return (
      <Banner tone="red" inset>
        {`This order was cancelled at ${instantText(new Date(cancelledAt))}. Nothing will be delivered.`}
      </Banner>
    )
  if (replacedAt === null) return null
  return (
    <Banner
      tone="blue"
      inset
      action={
        <ButtonLink compact to={`/orders/active-orders?q=${orderNo}`}>
          See the order
        </ButtonLink>
      }
    >
      {`This order was changed at ${instantText(new Date(replacedAt))}. Below is the earlier version.`}
    </Banner>
  )
}

/** Animates only for a new order without reduced motion. */
function PlacedTick({ isNew }: { isNew: boolean }) {
  const tick = <IconCircleCheck className={styles.icon} stroke={1.5} aria-hidden="true" />
  return (
    <div className={styles.tick}>
      {isNew ? <Illustration source={loadTick} doNotLoop fallback={tick} /> : tick}
    </div>
  )
}

const loadTick = async (): Promise<object> => (await import('./placed-tick.json')).default

type ChangeUntilProps = {
  customerId: string
  /** None: the account’s own address. */
  addressId?: string | null | undefined
  deliveryDay: string
}

/** "Change until 22:00 Tue". Nothing if the cut-off has passed or is unknown. */
function ChangeUntil({ customerId, addressId, deliveryDay }: ChangeUntilProps) {
  const { days, now } = useDeliveryDays(customerId, addressId)
  const day = days.find((one) => one.day === deliveryDay)
  const words = day && changeUntilText(day.cutOffAt, now)
  return words ? <Text c="dimmed">{words}</Text> : null
}

function Facts({ order }: { order: Order }) {
  const { poNumber, instructions } = order
  return (
    <div className={styles.totals}>
      <DefinitionList
        items={[
          ...totalFacts(order),
          ...placeFacts(order),
          ...(poNumber === '' ? [] : [{ term: 'Purchase order', value: poNumber }]),
          ...(instructions === '' ? [] : [{ term: 'Instructions', value: instructions }]),
        ]}
      />
    </div>
  )
}

/** Brands by product number, from this device: an order's lines have none. */
const useBrands = (lines: Order['lines']): ReadonlyMap<string, string> => {
  const numbers = lines.map(({ product_no }) => product_no)
  const { value } = useLive({
    key: ['brands', ...numbers],
    read: async (database) => {
      const products = await database.products.bulkGet(numbers)
      return new Map(products.flatMap((product) => (product ? [[product.product_no, product.brand]] : [])))
    },
  })
  return value ?? NONE
}

const NONE: ReadonlyMap<string, string> = new Map()
