import { trollyTitle } from '#domain/trollies/words.ts'
import { Adverts, useAdverts } from '#src/features/adverts/adverts.tsx'
import { FirstDaySheet } from '#src/features/delivery/delivery-sheets.tsx'
import { orderByOf } from '#src/features/delivery/order-by.tsx'
import { useFavouriteMarks } from '#src/features/favourites/favourites.ts'
import { ProductFinder } from '#src/features/search/product-finder.tsx'
import { useStockAlertRow } from '#src/features/stock-alerts/use-stock-alert-row.tsx'
import { useLastQuantities } from '#src/features/trolly/add-all/use-last-quantities.ts'
import { ReadOnlyNote } from '#src/features/trolly/read-only-note.tsx'
import { ShoppingFoot } from '#src/features/trolly/shopping-foot.tsx'
import { useProductRows } from '#src/features/trolly/use-product-rows.ts'
import { type OpenTrolly, useTrolly } from '#src/features/trolly/use-trolly.ts'
import { WithTrolly } from '#src/features/trolly/with-trolly.tsx'
import { InBar } from '#src/ui/layout/bar-slot.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { useIsDesk } from '#src/ui/theme/use-media.ts'
import { ScanIntoTrolly } from './scan-into-trolly.tsx'
import styles from './search.module.css'

export function Screen({ id }: { id: string }) {
  return (
    <WithTrolly id={id} stored={useTrolly(id)}>
      {(trolly) => <SearchPage trolly={trolly} />}
    </WithTrolly>
  )
}

function SearchPage({ trolly }: { trolly: OpenTrolly }) {
  const { view } = trolly
  const isDesk = useIsDesk()
  const productRows = useProductRows(trolly)
  const marks = useFavouriteMarks(view)
  const back = view.isDraft
    ? { to: '/orders', label: 'Orders' }
    : { to: `/orders/create-${view.id}`, label: trollyTitle(view, new Date()) }
  return (
    <div className={styles.page}>
      {isDesk ? (
        <PageHeader title={TITLE} back={back} />
      ) : (
        <InBar>
          {/* Before the field, to which Tab leads from it. The bottom bar leads back. */}
          <PageHeader title={TITLE} titleInBar />
        </InBar>
      )}
      <ProductFinder
        trolly={view}
        {...productRows}
        {...marks}
        renderBelow={useStockAlertRow(view)}
        lastQuantities={useLastQuantities(view.customerId)}
        note={<ReadOnlyNote trolly={trolly} />}
        actions={<ScanIntoTrolly trolly={trolly} />}
        offers={(onOpen) => <Offers priceListId={view.priceListId} onOpen={onOpen} />}
      />
      <ShoppingFoot trolly={trolly} note={orderByOf(view)} />
      <FirstDaySheet trolly={view} />
    </div>
  )
}

const TITLE = 'Find products'

/** Mounted anew at each start of a search, so that adverts that have come meanwhile are shown then. */
function Offers({ priceListId, onOpen }: { priceListId: string; onOpen: (code: string) => void }) {
  return <Adverts adverts={useAdverts(priceListId).adverts} onOpen={onOpen} inRow />
}
