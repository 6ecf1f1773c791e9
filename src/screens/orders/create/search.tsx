import { useCallback, useMemo } from 'react'
import { trollyTitle } from '#domain/operations/words.ts'
import { ProductFinder } from '#src/features/search/product-finder.tsx'
import { TrollyGuard } from '#src/features/trolly/trolly-guard.tsx'
import { type OpenTrolly, useTrolly, useTrollyRead } from '#src/features/trolly/use-trolly.ts'
import { productPath } from '#src/screens/orders/product-path.ts'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { ReadOnlyNote } from './search/read-only-note.tsx'
import { ShoppingFoot } from './search/shopping-foot.tsx'
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
  const { view, rows } = trolly
  const lines = useMemo(() => new Map(rows.map(({ line }) => [line.product_no, line])), [rows])
  const onQuantity = useProductQuantity(trolly)
  const pathOf = useCallback((product_no: string) => productPath(product_no, view.id), [view.id])
  return (
    <div className={styles.page}>
      <div className={styles.header}>
        <PageHeader
          title="Find products"
          back={{ to: `/orders/create-${view.id}`, label: trollyTitle(view, new Date()) }}
        />
      </div>
      <ProductFinder
        trolly={view}
        lines={lines}
        readOnly={view.readOnly || view.state !== 'open'}
        pathOf={pathOf}
        onQuantity={onQuantity}
        note={<ReadOnlyNote view={view} />}
      />
      <ShoppingFoot trolly={trolly} />
    </div>
  )
}
