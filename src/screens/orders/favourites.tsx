import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Wanted } from '#domain/add-all.ts'
import { FAVOURITES, type Favourite, lastAddedFirst } from '#domain/favourites.ts'
import { namesApart } from '#domain/product-words.ts'
import { reasonOf } from '#src/api/messages.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { useNounRead } from '#src/device/use-noun-read.ts'
import { useProducts } from '#src/device/use-products.ts'
import { useReached } from '#src/device/use-reached.ts'
import { WithCustomer } from '#src/features/customers/with-customer.tsx'
import { useFavourites } from '#src/features/favourites/favourites.ts'
import { ResultRows } from '#src/features/search/results/result-rows.tsx'
import { AddAll } from '#src/features/trolly/add-all/add-all.tsx'
import { useLastQuantities } from '#src/features/trolly/add-all/use-last-quantities.ts'
import { useTrollyToFill } from '#src/features/trolly/open-trollies/use-trolly-to-fill.ts'
import { type OpenTrolly, useTrolly } from '#src/features/trolly/use-trolly.ts'
import { useProductRows } from '#src/screens/orders/use-product-rows.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { ListState } from '#src/ui/list/list-state.tsx'
import { RowSkeleton } from '#src/ui/list/row-skeleton.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { ShoppingFoot } from './create/search/shopping-foot.tsx'

export function Screen() {
  return <WithCustomer>{(orderingFor) => <ForCustomer orderingFor={orderingFor} />}</WithCustomer>
}

function ForCustomer({ orderingFor }: { orderingFor: Parameters<typeof useTrollyToFill>[0] }) {
  const { openId, preparedId } = useTrollyToFill(orderingFor)
  const trolly = useTrolly(openId ?? preparedId ?? '').value
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
  const { onFavourite, favourites } = productRows
  const last = useLastQuantities(view.customerId)
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
        skeleton={<RowSkeleton title="45%" detail="60%" height="4rem" />}
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
          onFavourite={changeAndKeep}
        />
        {missing.length > 0 ? (
          <Banner tone="plain" inset>
            {`Not sold at the moment, or not on this device: ${missing.join(', ')}.`}
          </Banner>
        ) : null}
      </ListState>
      <ShoppingFoot trolly={trolly} />
    </>
  )
}

const NONE: readonly Favourite[] = []

/**
 * With products and prices for a customer, as far as this device knows them. A product whose star is put out on the page
 * keeps its row until the page is left, so that nothing moves under the finger and another press brings it back.
 */
const useFavouriteProducts = (customer: { customerId: string; priceListId: string }) => {
  const read = useNounRead(FAVOURITES, customer)
  const stored = useFavourites()
  const [kept, setKept] = useState(NONE)
  const current = stored.value ?? NONE
  const favourites = useMemo(() => withKept(current, kept), [current, kept])
  const latest = useRef(current)
  useEffect(() => {
    latest.current = current
  }, [current])
  const keep = useCallback((product_no: string) => {
    const removed = latest.current.filter((each) => each.product_no === product_no)
    setKept((before) => [...removed, ...before])
  }, [])
  const product_nos = useMemo(() => favourites.map(({ product_no }) => product_no), [favourites])
  const found = useProducts(customer.priceListId, product_nos)
  const products = useMemo(
    () => product_nos.flatMap((product_no) => found.products.get(product_no) ?? []),
    [product_nos, found.products],
  )
  const count = favourites.length
  const reached = useReached()
  const { health } = useUserDevice()
  const isUnreadable = stored.state === 'failed' || found.state === 'failed'
  const isReading = stored.state === 'loading' || found.state === 'loading'
  return {
    products,
    keep,
    /** No longer sold, or never downloaded. */
    missing: found.isComplete ? product_nos.filter((product_no) => !found.products.has(product_no)) : [],
    count,
    loading: isReading || (read.isPending && count === 0),
    failed: isUnreadable
      ? { words: 'This device’s storage can’t be read.', onRetry: health.reopen }
      : // Offline, the status line is enough once there is something to show.
        read.isError && (count === 0 || reached)
        ? {
            words: `Your favourites could not be ${count > 0 ? 'updated' : 'loaded'}. ${reasonOf(read.error)}`,
            onRetry: read.refetch,
          }
        : undefined,
  }
}

/** A star lit again keeps its former place. */
const withKept = (current: readonly Favourite[], kept: readonly Favourite[]): readonly Favourite[] => {
  if (kept.length === 0) return current
  const all = [...current, ...kept].map((each): [string, Favourite] => [each.product_no, each])
  return [...new Map(all).values()].sort(lastAddedFirst)
}
