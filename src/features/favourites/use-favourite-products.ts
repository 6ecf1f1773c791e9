import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { FAVOURITES, type Favourite, lastAddedFirst } from '#domain/favourites.ts'
import { useNounRead } from '#src/device/stored-reads.ts'
import { useListState } from '#src/device/use-list-state.ts'
import { useProducts } from '#src/device/use-products.ts'
import { useFavourites } from './favourites.ts'

/**
 * With products and prices for a customer, as far as this device knows them. A product whose star is put out on the page
 * keeps its row until the page is left, so that nothing moves under the finger and another press brings it back.
 */
export const useFavouriteProducts = (customer: { customerId: string; priceListId: string }) => {
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
  const states = [stored.state, found.state]
  const state = useListState({
    stored: states.find((each) => each === 'failed') ?? states.find((each) => each === 'loading') ?? 'ready',
    read,
    count: favourites.length,
    name: 'Your favourites',
  })
  return {
    products,
    keep,
    /** No longer sold, or never downloaded. */
    missing: found.isComplete ? product_nos.filter((product_no) => !found.products.has(product_no)) : [],
    ...state,
  }
}

/** A star lit again keeps its former place. */
const withKept = (current: readonly Favourite[], kept: readonly Favourite[]): readonly Favourite[] => {
  if (kept.length === 0) return current
  const all = [...current, ...kept].map((each): [string, Favourite] => [each.product_no, each])
  return [...new Map(all).values()].sort(lastAddedFirst)
}

const NONE: readonly Favourite[] = []
