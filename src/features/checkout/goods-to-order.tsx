import { type ReactNode, useState } from 'react'
import { estimateParts, lineAmountText } from '#domain/catch-weight.ts'
import { discountTexts } from '#domain/discount-words.ts'
import type { Discounted } from '#domain/discounts.ts'
import type { LineTerms } from '#domain/line-terms.ts'
import { eachText, unpricedWords } from '#domain/money.ts'
import { countText } from '#domain/plain-text.ts'
import { termsTexts } from '#domain/substitution-words.ts'
import { type OpenTrolly, presentRows } from '#src/store/trollies/open-trolly.ts'
import { Button } from '#src/ui/action/button.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { GoodsList } from '#src/ui/list/goods-list.tsx'

export type GoodsToOrderProps = {
  trolly: OpenTrolly
  /** Failed checks and price changes of the lines. Always visible. */
  children?: ReactNode
}

/** What is about to be ordered, line by line. Can be collapsed. */
export function GoodsToOrder({ trolly, children }: GoodsToOrderProps) {
  const [isOpen, setIsOpen] = useState(true)
  const rows = presentRows(trolly.rows)
  if (rows.length === 0) return null
  return (
    <Section
      title={countText(rows.length, 'line')}
      flush
      action={
        <Button variant="subtle" compact aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Hide lines' : 'Show lines'}
        </Button>
      }
    >
      {children}
      {isOpen ? (
        <GoodsList
          label="Order lines"
          atFirst={AT_FIRST}
          goods={rows.map(({ line, product, discount }) => {
            const { product_no, quantity, knownAs } = line
            const sum = estimateParts(quantity, product)
            return {
              product_no,
              quantity,
              name: product?.name ?? knownAs ?? `Product ${product_no}`,
              brand: product?.brand ?? '',
              pack: product?.pack ?? '',
              unitText: product && !sum ? eachText(product) : '',
              amountText: lineAmountText(
                { quantity, product, discount },
                unpricedWords(trolly.pricesHere || !product),
              ),
              detail: detailText(sum?.join(' '), { ...line, discounts: discount?.shares }),
            }
          })}
        />
      ) : null}
    </Section>
  )
}

const detailText = (estimate: string | undefined, line: Discounted & LineTerms): string | undefined =>
  [...(estimate ? [estimate] : []), ...discountTexts(line), ...termsTexts(line)].join(', ') || undefined

const AT_FIRST = 8
