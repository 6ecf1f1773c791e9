import { useMemo } from 'react'
import {
  type OddQuantity,
  type OrderedQuantities,
  oddQuantities,
  orderedQuantitiesOf,
} from '#domain/odd-quantities.ts'
import { numberText } from '#domain/plain-text.ts'
import { type LiveQuery, useLive } from '#src/device/use-live.ts'
import { useProducts } from '#src/device/use-products.ts'
import { createStore } from '#src/state/store.ts'
import { readHistory } from '#src/store/products/search-inputs.ts'
import { type OpenTrolly, presentRows } from '#src/store/trollies/open-trolly.ts'
import { Button } from '#src/ui/action/button.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { useStore } from '#src/ui/store.ts'

/** A question about a line, with the name of what is usually ordered. */
export type OddLine = OddQuantity & { usualName: string }

/** Lines with ten times the usual, until the person has said that they are right. */
export const useOddLines = ({ view, rows, products }: OpenTrolly): readonly OddLine[] => {
  const ordered = useLive(orderedQuery(view.customerId)).value ?? NONE
  const right = useStore(confirmed)
  const odd = useMemo(
    () =>
      oddQuantities(
        ordered,
        presentRows(rows).map(({ line }) => line),
        products,
      ).filter((one) => !right.has(questionOf(view.id, one))),
    [ordered, rows, products, right, view.id],
  )
  const usualNos = useMemo(() => odd.map(({ usual }) => usual.product_no), [odd])
  const { products: usual } = useProducts(view.priceListId, usualNos)
  return useMemo(
    () =>
      odd.flatMap((one) => {
        const { name } = usual.get(one.usual.product_no) ?? {}
        return name === undefined ? [] : [{ ...one, usualName: name }]
      }),
    [odd, usual],
  )
}

const NONE: OrderedQuantities = new Map()

const orderedQuery = (customerId: string): LiveQuery<OrderedQuantities> => ({
  key: ['ordered quantities', customerId],
  read: async (database) => orderedQuantitiesOf((await readHistory(database, customerId)) ?? []),
})

/** For this visit: the quantities that were said to be right. */
const confirmed = createStore<ReadonlySet<string>>(new Set())

const questionOf = (trollyId: string, { product_no, quantity }: OddQuantity): string =>
  `${trollyId} ${product_no} ${quantity}`

export type OddQuantityBandProps = {
  trollyId: string
  name: string
  odd: OddLine
  /** 0 removes a line. */
  onQuantity: (product_no: string, quantity: number) => unknown
}

export function OddQuantityBand({ trollyId, name, odd, onQuantity }: OddQuantityBandProps) {
  const { product_no, quantity, usual, usualName } = odd
  const isSame = usual.product_no === product_no
  const count = numberText(usual.quantity)
  const put = () => {
    if (!isSame) onQuantity(product_no, 0)
    return onQuantity(usual.product_no, usual.quantity)
  }
  return (
    <Banner
      tone="amber"
      inset
      action={
        <>
          <Button compact aria-label={`Make it ${count}: ${isSame ? name : usualName}`} onClick={put}>
            {isSame ? `Make it ${count}` : `Order ${count} single`}
          </Button>
          <Button
            variant="subtle"
            compact
            aria-label={`It is right: ${numberText(quantity)} of ${name}`}
            onClick={() => confirmed.set(new Set([...confirmed.get(), questionOf(trollyId, odd)]))}
          >
            It is right
          </Button>
        </>
      }
    >
      {isSame ? `Usually ${count}` : `Usually ${count} of ${usualName}`}
    </Banner>
  )
}
