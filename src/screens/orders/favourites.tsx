import { useCallback, useMemo } from 'react'
import type { Wanted } from '#domain/add-all.ts'
import { namesApart } from '#domain/product-words.ts'
import { WithCustomer } from '#src/features/customers/with-customer.tsx'
import { orderByOf } from '#src/features/delivery/order-by.tsx'
import { useFavouriteMarks } from '#src/features/favourites/favourites.ts'
import { useFavouriteProducts } from '#src/features/favourites/use-favourite-products.ts'
import { ResultRows } from '#src/features/search/results/result-rows.tsx'
import { useStockAlertRow } from '#src/features/stock-alerts/use-stock-alert-row.tsx'
import { AddAll } from '#src/features/trolly/add-all/add-all.tsx'
import { useLastQuantities } from '#src/features/trolly/add-all/use-last-quantities.ts'
import { useTrollyToFill } from '#src/features/trolly/open-trollies/use-trolly-to-fill.ts'
import { ShoppingFoot } from '#src/features/trolly/shopping-foot.tsx'
import { useProductRows } from '#src/features/trolly/use-product-rows.ts'
import { type OpenTrolly, useTrolly } from '#src/features/trolly/use-trolly.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
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
        title="Favourites"
        detail={orderingFor.customer.name}
        back={{ to: '/orders', label: 'Orders' }}
      />
      {trolly ? <Favourites trolly={trolly} /> : null}
    </>
  )
}

function Favourites({ trolly }: { trolly: OpenTrolly }) {
  const { view, pricesHere } = trolly
  const { products, missing, keep, ...state } = useFavouriteProducts(view)
  const productRows = useProductRows(trolly)
  const { onFavourite, favourites } = useFavouriteMarks(view)
  const last = useLastQuantities(view.customerId)
  const alertRow = useStockAlertRow(view)
  const changeAndKeep = useCallback<typeof onFavourite>(
    (product_no, wanted) => {
      if (!wanted) keep(product_no)
      onFavourite(product_no, wanted)
    },
    [keep, onFavourite],
  )
  const wanted = useMemo(() => {
    const names = namesApart(products)
    return [...products.map(({ product_no }) => product_no), ...missing].flatMap((product_no): Wanted[] => {
      const name = names.get(product_no) ?? `Product ${product_no}`
      return favourites.has(product_no) ? [{ product_no, name, quantity: last.get(product_no) ?? 1 }] : []
    })
  }, [products, missing, favourites, last])
  return (
    <>
      <ListState
        {...state}
        skeleton={<ProductSkeleton />}
        empty={{
          words: 'No favourites yet. Tap a product’s star to keep it here.',
          action: <ButtonLink to={`/orders/create/search-${view.id}`}>See all products</ButtonLink>,
        }}
      >
        <AddAll trolly={trolly} wanted={wanted} />
        <ResultRows
          label="Favourites"
          products={products}
          {...productRows}
          pricesHere={pricesHere}
          favourites={favourites}
          onFavourite={changeAndKeep}
          renderBelow={alertRow}
        />
        {missing.length > 0 ? (
          <Banner tone="plain" inset>
            {`Not sold at the moment, or not on this device: ${missing.join(', ')}.`}
          </Banner>
        ) : null}
      </ListState>
      <ShoppingFoot trolly={trolly} note={orderByOf(view)} />
    </>
  )
}
