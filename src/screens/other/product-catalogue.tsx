import { WithCustomer } from '#src/features/customers/with-customer.tsx'
import { FirstDaySheet } from '#src/features/delivery/delivery-sheets.tsx'
import { orderByOf } from '#src/features/delivery/order-by.tsx'
import { useFavouriteMarks } from '#src/features/favourites/favourites.ts'
import { MemberCatalogue } from '#src/features/search/catalogue/member-catalogue.tsx'
import { useTrollyToFill } from '#src/features/trolly/open-trollies/use-trolly-to-fill.ts'
import { ReadOnlyNote } from '#src/features/trolly/read-only-note.tsx'
import { ShoppingFoot } from '#src/features/trolly/shopping-foot.tsx'
import { useProductRows } from '#src/features/trolly/use-product-rows.ts'
import { type OpenTrolly, useTrolly } from '#src/features/trolly/use-trolly.ts'
import { PageHeader } from '#src/ui/layout/page-header.tsx'

export function Screen() {
  return <WithCustomer>{(orderingFor) => <ForCustomer orderingFor={orderingFor} />}</WithCustomer>
}

function ForCustomer({ orderingFor }: { orderingFor: Parameters<typeof useTrollyToFill>[0] }) {
  const { trollyId } = useTrollyToFill(orderingFor)
  const trolly = useTrolly(trollyId ?? '').value
  return (
    <>
      <PageHeader title="Product catalogue" />
      {trolly ? <Catalogue trolly={trolly} /> : null}
    </>
  )
}

function Catalogue({ trolly }: { trolly: OpenTrolly }) {
  const { view } = trolly
  return (
    <>
      <MemberCatalogue
        trolly={view}
        {...useProductRows(trolly)}
        {...useFavouriteMarks(view)}
        note={<ReadOnlyNote trolly={trolly} />}
      />
      <ShoppingFoot trolly={trolly} note={orderByOf(view)} />
      <FirstDaySheet trolly={view} />
    </>
  )
}
