import { useCallback, useEffect, useMemo } from 'react'
import { trollyTitle } from '#domain/operations/words.ts'
import { useMayOrder } from '#src/device/use-may-order.ts'
import { ProductFinder } from '#src/features/search/product-finder.tsx'
import { useSearchRecorder } from '#src/features/search-analysis/use-search-recorder.ts'
import type { OpenTrolly } from '#src/features/trolly/use-trolly.ts'
import { AskedForDay } from '#src/screens/orders/asked-for-day.tsx'
import { productPath } from '#src/screens/orders/product-path.ts'
import { WithTrolly } from '#src/screens/orders/with-trolly.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { ReadOnlyNote } from './search/read-only-note.tsx'
import { ShoppingFoot } from './search/shopping-foot.tsx'
import { useProductQuantity } from './search/use-product-quantity.ts'
import styles from './search.module.css'

export function Screen({ id }: { id: string }) {
  return <WithTrolly id={id}>{(trolly) => <SearchPage trolly={trolly} />}</WithTrolly>
}

function SearchPage({ trolly }: { trolly: OpenTrolly }) {
  const { view, rows } = trolly
  const lines = useMemo(() => new Map(rows.map(({ line }) => [line.product_no, line])), [rows])
  const onQuantity = useProductQuantity(trolly)
  const mayOrder = useMayOrder()
  const recorder = useSearchRecorder()
  useEffect(() => recorder.left, [recorder])
  const pathOf = useCallback((product_no: string) => productPath(product_no, view.id), [view.id])
  return (
    <div className={styles.page}>
      <div className={styles.header}>
        <PageHeader
          title="Find products"
          back={
            trolly.prepared
              ? { to: '/orders', label: 'Orders' }
              : { to: `/orders/create-${view.id}`, label: trollyTitle(view, new Date()) }
          }
        />
      </div>
      <ProductFinder
        trolly={view}
        lines={lines}
        readOnly={view.readOnly || view.state !== 'open'}
        pathOf={pathOf}
        onQuantity={mayOrder ? onQuantity : undefined}
        onSearched={recorder.seen}
        note={<ReadOnlyNote trolly={trolly} />}
      />
      <ShoppingFoot trolly={trolly} />
      <AskedForDay trolly={trolly} />
    </div>
  )
}
