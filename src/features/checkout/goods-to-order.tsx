import { type ReactNode, useState } from 'react'
import { eachText, lineNetPence, moneyText, unpricedWords } from '#domain/money.ts'
import type { Product } from '#domain/product.ts'
import { countText } from '#domain/trollies/words.ts'
import { type OpenTrolly, presentRows } from '#src/store/trollies/open-trolly.ts'
import { Button } from '#src/ui/action/button.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { GoodsList } from '#src/ui/list/goods-list.tsx'
import { useIsDesk } from '#src/ui/theme/use-media.ts'

export type GoodsToOrderProps = {
  trolly: OpenTrolly
  /** Failed checks and price changes of the lines. Always visible. */
  children?: ReactNode
}

/** Open on a desk, collapsed on a phone, where the page before showed them. */
export function GoodsToOrder({ trolly, children }: GoodsToOrderProps) {
  const isDesk = useIsDesk()
  const [chosen, setChosen] = useState<boolean>()
  const isOpen = chosen ?? isDesk
  const rows = presentRows(trolly.rows)
  if (rows.length === 0) return null
  return (
    <Section
      title={countText(rows.length, 'line')}
      flush
      action={
        <Button variant="subtle" compact aria-expanded={isOpen} onClick={() => setChosen(!isOpen)}>
          {isOpen ? 'Hide lines' : 'Show lines'}
        </Button>
      }
    >
      {children}
      {isOpen ? (
        <GoodsList
          label="Order lines"
          atFirst={AT_FIRST}
          goods={rows.map(({ line: { product_no, quantity, knownAs }, product }) => ({
            product_no,
            quantity,
            name: product?.name ?? knownAs ?? `Product ${product_no}`,
            brand: product?.brand ?? '',
            pack: product?.pack ?? '',
            unitText: product ? eachText(product) : '',
            amountText: amountText(quantity, product, trolly.pricesHere),
          }))}
        />
      ) : null}
    </Section>
  )
}

const amountText = (quantity: number, product: Product | null, pricesHere: boolean): string => {
  const netPence = lineNetPence(quantity, product)
  if (netPence === null) return unpricedWords(pricesHere || product === null)
  return `${product?.catchWeight ? 'about ' : ''}${moneyText(netPence)}`
}

const AT_FIRST = 8
