import type { BasketHead } from '#contract/trollies.ts'
import { lineNetPence } from '#domain/money.ts'
import type { Product } from '#domain/product.ts'
import { totalsOfNetLines, withDeliveryCharge } from '#domain/totals.ts'
import type { PricedLine } from './lines.repository.ts'
import type { TrollyRow } from './trolly-rows.repository.ts'

/** Totals the present lines at today's prices, with the delivery charge. */
export const headOf = ({ terms, ...trolly }: TrollyRow, lines: readonly PricedLine[]): BasketHead => ({
  ...trolly,
  totals: withDeliveryCharge(
    totalsOfNetLines(
      lines.map(({ quantity, pricePence, vatBasisPoints, catchWeight, estimatedWeightGrams }) => ({
        netPence: lineNetPence(quantity, {
          pricePence,
          catchWeight: catchWeight === true,
          estimatedWeightGrams,
        }),
        vatBasisPoints: vatBasisPoints ?? 0,
        catchWeight: catchWeight === true,
      })),
    ),
    terms,
  ),
})

export const pricedLineWith = (quantity: number, product: Product | null): PricedLine => ({
  quantity,
  pricePence: product?.pricePence ?? null,
  vatBasisPoints: product?.vatBasisPoints ?? null,
  catchWeight: product?.catchWeight ?? null,
  estimatedWeightGrams: product?.estimatedWeightGrams ?? null,
})
