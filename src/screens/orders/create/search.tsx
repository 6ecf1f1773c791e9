import { useCallback, useMemo } from 'react'
import { countText, trollyTitle } from '#domain/operations/words.ts'
import { useChoice } from '#src/device/use-choice.ts'
import { OrderBy } from '#src/features/delivery/order-by.tsx'
import { ProductFinder } from '#src/features/search/product-finder.tsx'
import { TrollyFoot } from '#src/features/trolly/trolly-foot.tsx'
import { TrollyGuard } from '#src/features/trolly/trolly-guard.tsx'
import { type OpenTrolly, useTrolly, useTrollyRead } from '#src/features/trolly/use-trolly.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { ReadOnlyNote } from './search/read-only-note.tsx'
import { useProductQuantity } from './search/use-product-quantity.ts'
import styles from './search.module.css'

/** /orders/create/search-{id}: products for a trolly. */
export function Screen({ id }: { id: string }) {
  const stored = useTrolly(id)
  const read = useTrollyRead(id)
  return (
    <TrollyGuard stored={stored} read={read}>
      {(trolly) => <SearchPage trolly={trolly} />}
    </TrollyGuard>
  )
}

function SearchPage({ trolly }: { trolly: OpenTrolly }) {
  const { view, rows, totals } = trolly
  const choice = useChoice().value
  const customer = choice?.customer.id === view.customerId ? choice.customer : undefined
  const lines = useMemo(() => new Map(rows.map(({ line }) => [line.product_no, line])), [rows])
  const onQuantity = useProductQuantity(trolly)
  const pathOf = useCallback(
    (product_no: string) =>
      `/orders/create/search/product-${encodeURIComponent(product_no)}?trolly=${view.id}`,
    [view.id],
  )
  return (
    <div className={styles.page}>
      <PageHeader
        title="Find products"
        detail={`for ${trollyTitle(view)} · ${countText(totals.lineCount, 'line')}`}
        back={{ to: `/orders/create-${view.id}`, label: 'Trolly' }}
      />
      <ProductFinder
        trolly={view}
        lines={lines}
        readOnly={view.readOnly || view.state !== 'open'}
        pathOf={pathOf}
        onQuantity={onQuantity}
        note={<ReadOnlyNote view={view} />}
      />
      <TrollyFoot
        trolly={trolly}
        customer={customer}
        note={
          view.deliveryDay === null ? null : (
            <OrderBy customerId={view.customerId} deliveryDay={view.deliveryDay} />
          )
        }
        action={
          <ButtonLink kind="main" to={`/orders/create-${view.id}`}>
            See trolly
          </ButtonLink>
        }
      />
    </div>
  )
}
