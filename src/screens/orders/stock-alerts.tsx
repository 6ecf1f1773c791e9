import { useState } from 'react'
import type { Product } from '#domain/product.ts'
import { useListState } from '#src/device/use-list-state.ts'
import { WithCustomer } from '#src/features/customers/with-customer.tsx'
import { orderByOf } from '#src/features/delivery/order-by.tsx'
import { useFavouriteMarks } from '#src/features/favourites/favourites.ts'
import { ResultRows } from '#src/features/search/results/result-rows.tsx'
import { useStockAlertChange } from '#src/features/stock-alerts/stock-alerts.ts'
import { type AlertWithProduct, isBack, useAlertProducts } from '#src/features/stock-alerts/use-came-true.ts'
import { useStockAlertRow } from '#src/features/stock-alerts/use-stock-alert-row.tsx'
import { useTrollyToFill } from '#src/features/trolly/open-trollies/use-trolly-to-fill.ts'
import { ShoppingFoot } from '#src/features/trolly/shopping-foot.tsx'
import { useProductRows } from '#src/features/trolly/use-product-rows.ts'
import { type OpenTrolly, useTrolly } from '#src/features/trolly/use-trolly.ts'
import { BackInStock } from '#src/screens/back-in-stock.tsx'
import { Button, ButtonLink } from '#src/ui/action/button.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { ListState } from '#src/ui/list/list-state.tsx'
import { ProductSkeleton } from '#src/ui/list/row-skeleton.tsx'
import { Banner } from '#src/ui/status/banner.tsx'

export function Screen() {
  return <WithCustomer>{(orderingFor) => <ForCustomer orderingFor={orderingFor} />}</WithCustomer>
}

function ForCustomer({ orderingFor }: { orderingFor: Parameters<typeof useTrollyToFill>[0] }) {
  const { trollyId } = useTrollyToFill(orderingFor)
  const trolly = useTrolly(trollyId ?? '').value
  return (
    <>
      <PageHeader
        title="Stock alerts"
        detail={orderingFor.customer.name}
        back={{ to: '/orders', label: 'Orders' }}
      />
      {trolly ? <StockAlerts trolly={trolly} /> : null}
    </>
  )
}

function StockAlerts({ trolly }: { trolly: OpenTrolly }) {
  const { view } = trolly
  const { read, state, rows, pricesHere } = useAlertProducts(view)
  const change = useStockAlertChange(view)
  const waiting = useWaiting(rows)
  const missing = rows.flatMap(({ alert, product }) => (product ? [] : [alert.product_no]))
  const productRows = useProductRows(trolly)
  const marks = useFavouriteMarks(view)
  const toggle = useStockAlertRow(view)
  const list = useListState({
    stored: state,
    read,
    count: rows.length + waiting.length,
    name: 'Your stock alerts',
  })
  return (
    <>
      <ListState
        {...list}
        skeleton={<ProductSkeleton />}
        empty={{
          words: 'No stock alerts. On a product that is out of stock, press “Tell me when it’s back”.',
          action: <ButtonLink to={`/orders/create/search-${view.id}`}>See all products</ButtonLink>,
        }}
      >
        <BackInStock trolly={trolly} />
        {waiting.length > 0 ? (
          <Section title="Waiting for stock" flush>
            <ResultRows
              label="Waiting for stock"
              products={waiting}
              {...productRows}
              {...marks}
              pricesHere={pricesHere}
              renderBelow={toggle}
            />
          </Section>
        ) : null}
        {missing.length > 0 ? (
          <Banner
            tone="plain"
            inset
            action={
              <Button
                compact
                onClick={() => {
                  for (const product_no of missing) void change('withdraw', product_no)
                }}
              >
                Stop waiting
              </Button>
            }
          >
            {`Not sold at the moment, or not on this device: ${missing.join(', ')}.`}
          </Banner>
        ) : null}
      </ListState>
      <ShoppingFoot trolly={trolly} note={orderByOf(view)} />
    </>
  )
}

/** A product keeps its row until the page is left, so that a press on its bell can be taken back. */
const useWaiting = (rows: readonly AlertWithProduct[]): Product[] => {
  const [kept, setKept] = useState<ReadonlyMap<string, Product>>(new Map())
  const shown = rows.flatMap(({ product }) => product ?? [])
  const changed = shown.filter((product) => kept.get(product.product_no) !== product)
  if (changed.length > 0)
    setKept(new Map([...kept, ...changed.map((product): [string, Product] => [product.product_no, product])]))
  return [...kept.values()].filter((product) => !isBack(product))
}
