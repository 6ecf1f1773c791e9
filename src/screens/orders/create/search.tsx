import { useEffect } from 'react'
import { trollyTitle } from '#domain/operations/words.ts'
import { useSearchRecorder } from '#src/features/product-search-analysis/use-search-recorder.ts'
import { ProductFinder } from '#src/features/search/product-finder.tsx'
import type { OpenTrolly } from '#src/features/trolly/use-trolly.ts'
import { AskedForDay } from '#src/screens/orders/asked-for-day.tsx'
import { useProductRows } from '#src/screens/orders/use-product-rows.ts'
import { WithTrolly } from '#src/screens/orders/with-trolly.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { ReadOnlyNote } from './search/read-only-note.tsx'
import { ShoppingFoot } from './search/shopping-foot.tsx'
import styles from './search.module.css'

export function Screen({ id }: { id: string }) {
  return <WithTrolly id={id}>{(trolly) => <SearchPage trolly={trolly} />}</WithTrolly>
}

function SearchPage({ trolly }: { trolly: OpenTrolly }) {
  const { view } = trolly
  const productRows = useProductRows(trolly)
  const recorder = useSearchRecorder()
  useEffect(() => recorder.left, [recorder])
  return (
    <div className={styles.page}>
      <div className={styles.header}>
        <PageHeader
          title="Find products"
          back={
            view.isDraft
              ? { to: '/orders', label: 'Orders' }
              : { to: `/orders/create-${view.id}`, label: trollyTitle(view, new Date()) }
          }
        />
      </div>
      <ProductFinder
        trolly={view}
        {...productRows}
        onSearched={recorder.seen}
        note={<ReadOnlyNote trolly={trolly} />}
      />
      <ShoppingFoot trolly={trolly} />
      <AskedForDay trolly={trolly} />
    </div>
  )
}
