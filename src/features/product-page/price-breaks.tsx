import { type Discount, type DiscountedOrder, priceBreaksOf } from '#domain/discounts.ts'
import { eachText } from '#domain/money.ts'
import { numberText } from '#domain/plain-text.ts'
import type { Product } from '#domain/product.ts'
import { DefinitionList } from '#src/ui/layout/definition-list.tsx'
import { Section } from '#src/ui/layout/section.tsx'

export type PriceBreaksProps = {
  product: Product
  discounts: readonly Discount[]
  order: DiscountedOrder
}

/** Nothing where one price holds for any quantity. */
export function PriceBreaks({ product, discounts, order }: PriceBreaksProps) {
  const breaks = priceBreaksOf(product, discounts, order)
  if (breaks.every(({ names }) => names.length === 0)) return null
  return (
    <Section title="Price breaks">
      <DefinitionList
        items={breaks.map(({ quantity, unitPricePence, names }) => ({
          term: `From ${numberText(quantity)}`,
          value: [eachText({ ...product, pricePence: unitPricePence }), ...names].join(' · '),
        }))}
      />
    </Section>
  )
}
