import { memo, type ReactNode, useCallback, useMemo } from 'react'
import { estimateParts, lineAmountText } from '#domain/catch-weight.ts'
import type { LineDiscount } from '#domain/discounts.ts'
import { moneyText } from '#domain/money.ts'
import { numberText } from '#domain/plain-text.ts'
import { namesApart, productWords } from '#domain/product-words.ts'
import type { Decision, LineView } from '#domain/trollies/line-view.ts'
import { QUANTITY_MAX } from '#domain/trolly.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { useLineMark } from '#src/device/use-line-mark.ts'
import { useReached } from '#src/device/use-reached.ts'
import type { OpenTrolly, TrollyRow } from '#src/store/trollies/open-trolly.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { ListState } from '#src/ui/list/list-state.tsx'
import { ProductRow, type RowBadge } from '#src/ui/list/product-row.tsx'
import { RowHeadings } from '#src/ui/list/row-headings.tsx'
import { RowList, type RowListProps } from '#src/ui/list/row-list.tsx'
import { RowPlace } from '#src/ui/list/row-place.tsx'
import type { QuantityChange } from '#src/ui/list/use-quantity-entry.ts'
import { useRemovals } from './use-removals.ts'

export type TrollyLinesProps = {
  trolly: OpenTrolly
  reveal?: RowListProps<TrollyRow>['reveal']
  problems: ReadonlyMap<string, ReactNode>
  /** Pass the same function on every render. */
  pathOf: (product_no: string) => string
  favourites: ReadonlySet<string>
  onFavourite: OnFavourite
  renderDecision: (decision: Decision) => ReactNode
}

type OnFavourite = (product_no: string, wanted: boolean) => void

export function TrollyLines(props: TrollyLinesProps) {
  const { trolly, reveal, problems, pathOf, favourites, onFavourite, renderDecision } = props
  const { view, rows, products, pricesHere } = trolly
  const device = useUserDevice()
  const reached = useReached()
  const { places, change, undo } = useRemovals(device, view.id, rows)
  const names = useMemo(() => namesApart([...products.values()]), [products])
  return (
    <ListState
      count={places.length}
      empty={{
        words: view.readOnly
          ? 'This trolly is empty.'
          : 'This trolly is empty. Find products, or add them above by code or name.',
        action: (
          <ButtonLink variant="filled" to={`/orders/create/search-${view.id}`}>
            Find products
          </ButtonLink>
        ),
      }}
    >
      <RowList
        label="Trolly lines"
        rows={places}
        reveal={reveal}
        headings={<RowHeadings total />}
        hasTotal
        getKey={({ row }) => row.line.product_no}
        renderRow={({ row, isKept }) => (
          <TrollyLine
            row={row}
            removed={isKept}
            onUndo={undo}
            calledAs={names.get(row.line.product_no)}
            pathOf={pathOf}
            isFavourite={favourites.has(row.line.product_no)}
            onFavourite={onFavourite}
            pricesHere={pricesHere}
            readOnly={view.readOnly || view.state !== 'open'}
            changesOrder={Boolean(view.replacesOrderId)}
            reached={reached}
            onQuantity={change}
            below={row.line.decision ? renderDecision(row.line.decision) : problems.get(row.line.product_no)}
          />
        )}
      />
    </ListState>
  )
}

type TrollyLineProps = {
  row: TrollyRow
  removed: boolean
  onUndo: (product_no: string) => void
  calledAs: string | undefined
  pathOf: (product_no: string) => string
  isFavourite: boolean
  onFavourite: OnFavourite
  pricesHere: boolean
  readOnly: boolean
  /** The trolly changes an order that was placed. */
  changesOrder: boolean
  reached: boolean
  onQuantity: (change: QuantityChange, row: TrollyRow) => unknown
  below: ReactNode
}

const TrollyLine = memo(function TrollyLine(props: TrollyLineProps) {
  const {
    row,
    removed,
    onUndo,
    calledAs,
    pathOf,
    pricesHere,
    readOnly,
    reached,
    changesOrder,
    onQuantity,
    below,
  } = props
  const { isFavourite, onFavourite } = props
  const { line, product, discount } = row
  const change = useCallback((asked: QuantityChange) => onQuantity(asked, row), [onQuantity, row])
  const words = useMemo(
    () => (product ? productWords(product, pricesHere) : unknownProduct(line.product_no, line.knownAs)),
    [product, pricesHere, line.product_no, line.knownAs],
  )
  return (
    <RowPlace removed={removed} name={calledAs ?? words.name} onUndo={() => onUndo(line.product_no)}>
      <ProductRow
        {...words}
        calledAs={calledAs}
        to={product ? pathOf(line.product_no) : undefined}
        quantity={removed ? 0 : line.quantity}
        maxQuantity={QUANTITY_MAX}
        quantityDisabled={readOnly}
        onQuantity={change}
        isFavourite={isFavourite}
        onFavourite={() => onFavourite(line.product_no, !isFavourite)}
        lineState={
          useLineMark(line.state, reached) ?? (changesOrder ? changeOf(line) : undefined) ?? offOf(discount)
        }
        // A row without a price says so only once.
        lineTotalText={
          product?.pricePence == null ? '' : lineAmountText({ quantity: line.quantity, product, discount })
        }
        sum={estimateParts(line.quantity, product)}
        below={below}
      />
    </RowPlace>
  )
})

/** What the placed order had, and what it will have. */
const changeOf = ({ quantity, orderedQuantity }: LineView): RowBadge | undefined => {
  if (orderedQuantity === quantity) return undefined
  const label =
    orderedQuantity === undefined ? 'Added' : `${numberText(orderedQuantity)} → ${numberText(quantity)}`
  return { label, tone: 'blue' }
}

/** Which discounts, the totals say. */
const offOf = (discount: LineDiscount | undefined): RowBadge | undefined =>
  discount && { label: `${moneyText(discount.discountPence)} off`, tone: 'green' }

/** A product with a known name is no longer sold; otherwise the list may still be downloading. */
const unknownProduct = (product_no: string, knownAs: string | undefined) => ({
  id: product_no,
  code: product_no,
  name: knownAs ?? `Product ${product_no}`,
  priceText: moneyText(null),
  badges: [
    { label: knownAs === undefined ? 'Not downloaded yet' : 'No longer sold', tone: 'amber' as const },
  ],
})
