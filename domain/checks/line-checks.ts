import { lineNetPence, moneyText } from '#domain/money.ts'
import { type Product, productTitle, STOCK_TOLD_UP_TO } from '#domain/product.ts'
import { totalsOf } from '#domain/totals.ts'
import type { CheckedLine, CheckInput, CheckResult } from './check.ts'
import { allOf, failed, passed } from './check-result.ts'

/** A product no longer sold fails this check only. */
export const stockCheck = ({ lines, stockIsExact }: CheckInput): CheckResult =>
  allOf(lines.map((line) => stockOfLine(line, stockIsExact === true)))

export const unpricedCheck = ({ lines }: CheckInput): CheckResult =>
  allOf(
    soldLines(lines).map(({ product_no, quantity, product }) =>
      lineNetPence(quantity, product) !== null
        ? passed()
        : failed(
            `${productTitle(product)} has no price`,
            { kind: 'remove_line', product_no },
            { kind: 'ask_office' },
          ),
    ),
  )

export const ageRestrictedCheck = ({ customer, lines, confirmations }: CheckInput): CheckResult => {
  const restricted = soldLines(lines).filter(({ product }) => product.minimumAge !== null)
  if (restricted.length === 0) return passed()
  if (!customer.ageRestrictedAllowed) {
    return allOf(
      restricted.map(({ product_no, product }) =>
        failed(`${productTitle(product)} is age-restricted and needs a licence`, {
          kind: 'remove_line',
          product_no,
        }),
      ),
    )
  }
  const age = Math.max(...restricted.map(({ product }) => product.minimumAge ?? 0))
  return confirmations.ageRestricted
    ? passed()
    : failed(`Confirm that someone aged ${age} or over will receive this order`, { kind: 'confirm_age' })
}

export const catchWeightCheck = ({ lines, confirmations }: CheckInput): CheckResult => {
  const weighed = soldLines(lines).filter(({ product }) => product.catchWeight)
  if (weighed.length === 0 || confirmations.catchWeight) return passed()
  const { netPence, unpricedCount } = totalsOf(weighed)
  const about = unpricedCount > 0 ? '' : ` (about ${moneyText(netPence)})`
  return failed(
    `Confirm weight-based pricing for ${weighed.length === 1 ? '1 item' : `${weighed.length} items`}${about}`,
    { kind: 'confirm_catch_weight' },
  )
}

/** Infinite if a device knows only that there is plenty. */
export const availableOf = ({ stockQuantity }: Product, stockIsExact = false): number =>
  !stockIsExact && stockQuantity >= STOCK_TOLD_UP_TO ? Number.POSITIVE_INFINITY : Math.max(0, stockQuantity)

function stockOfLine(
  { product_no, quantity, product, knownAs = product_no, orderedQuantity = 0 }: CheckedLine,
  stockIsExact: boolean,
): CheckResult {
  if (product === null) return failed(`${knownAs} is no longer sold`, { kind: 'remove_line', product_no })
  const available = availableOf(product, stockIsExact) + orderedQuantity
  if (quantity <= available) return passed()
  if (available === 0) {
    return failed(`${productTitle(product)} is out of stock`, { kind: 'remove_line', product_no })
  }
  return failed(
    `Only ${available} of ${productTitle(product)} ${available === 1 ? 'is' : 'are'} in stock`,
    { kind: 'set_quantity', product_no, quantity: available },
    { kind: 'remove_line', product_no },
  )
}

type SoldLine = CheckedLine & { product: Product }

const soldLines = (lines: CheckedLine[]): SoldLine[] =>
  lines.filter((line): line is SoldLine => line.product !== null)
