import { lineNetPence, moneyText, unpricedWords } from '#domain/money.ts'
import { countText } from '#domain/operations/words.ts'
import type { Product } from '#domain/product.ts'
import { type OpenTrolly, presentRows } from '#src/store/open-trolly.ts'
import { Section } from '#src/ui/layout/section.tsx'
import { GoodsList } from './goods-list.tsx'

/** What the order will hold, to be looked through before it is placed. */
export function GoodsToOrder({ trolly }: { trolly: OpenTrolly }) {
  const rows = presentRows(trolly.rows)
  if (rows.length === 0) return null
  return (
    <Section title={countText(rows.length, 'line')} flush>
      <GoodsList
        label="What is ordered"
        atFirst={AT_FIRST}
        goods={rows.map(({ line: { product_no, quantity, knownAs }, product }) => ({
          product_no,
          quantity,
          name: product?.name ?? knownAs ?? `Product ${product_no}`,
          brand: product?.brand ?? '',
          pack: product?.pack ?? '',
          amountText: amountText(quantity, product, trolly.pricesHere),
        }))}
      />
    </Section>
  )
}

const amountText = (quantity: number, product: Product | null, pricesHere: boolean): string => {
  const netPence = lineNetPence(quantity, product)
  if (netPence === null) return unpricedWords(pricesHere || product === null)
  return `${product?.catchWeight ? 'about ' : ''}${moneyText(netPence)}`
}

/** The details and the total below stay near. */
const AT_FIRST = 8
