import { Text } from '@mantine/core'
import { type ReactNode, useCallback } from 'react'
import { Link } from 'react-router-dom'
import { savingPerContent } from '#domain/money.ts'
import type { Product } from '#domain/product.ts'
import { type ProductWords, productWords } from '#domain/product-words.ts'
import { QUANTITY_MAX } from '#domain/trolly.ts'
import { useProducts } from '#src/device/use-products.ts'
import { Section } from '#src/ui/layout/section.tsx'
import { QuantityBox } from '#src/ui/list/quantity-box.tsx'
import type { QuantityChange } from '#src/ui/list/use-quantity-entry.ts'
import { Money } from '#src/ui/status/money.tsx'
import styles from './case-and-each.module.css'

export type CaseAndEachProps = {
  product: Product
  priceListId: string
  pathOf: (product_no: string) => string
  /** How many of the other the trolly has. */
  quantityOf: (product_no: string) => number
  readOnly: boolean
  /** undefined: this person may not order. */
  onQuantity: ((change: QuantityChange, product: Product) => unknown) | undefined
}

/** The case and the each are two products, compared by what they hold. Nothing where this device does not know the other. */
export function CaseAndEach({ product, ...props }: CaseAndEachProps) {
  const { otherUnitProductNo } = product
  if (otherUnitProductNo === null) return null
  return <Both {...props} product={product} otherNo={otherUnitProductNo} />
}

function Both({
  product,
  otherNo,
  priceListId,
  pathOf,
  quantityOf,
  readOnly,
  onQuantity,
}: CaseAndEachProps & { otherNo: string }) {
  const { products, pricesHere } = useProducts(priceListId, [otherNo])
  const other = products.get(otherNo)
  const change = useCallback(
    (asked: QuantityChange) => other && onQuantity?.(asked, other),
    [onQuantity, other],
  )
  if (!other) return null
  const words = productWords(other, pricesHere)
  return (
    <Section title="Case or each">
      <ul className={styles.units}>
        <Unit product={product} other={other} words={productWords(product, pricesHere)}>
          <Text size="xs" c="dimmed">
            This product
          </Text>
        </Unit>
        <Unit product={other} other={product} words={words} to={pathOf(otherNo)}>
          {onQuantity ? (
            <QuantityBox
              name={`${other.name}, ${UNIT_WORDS[other.unit].toLowerCase()}`}
              value={quantityOf(otherNo)}
              onChange={change}
              max={QUANTITY_MAX}
              disabled={readOnly}
            />
          ) : null}
        </Unit>
      </ul>
    </Section>
  )
}

const UNIT_WORDS = { case: 'Case', each: 'Each' }

type UnitProps = {
  product: Product
  other: Product
  words: ProductWords
  to?: string
  children: ReactNode
}

function Unit({ product, other, words, to, children }: UnitProps) {
  const saving = savingPerContent(product, other)
  const name = `${UNIT_WORDS[product.unit]} · ${words.pack}`
  return (
    <li className={styles.unit}>
      <Text fw={500}>{to === undefined ? name : <Link to={to}>{name}</Link>}</Text>
      <Text>
        <Money>{words.priceText}</Money>
      </Text>
      <Text size="xs" c="dimmed">
        {[words.perText, saving === null ? '' : `${saving}% less for the same amount`]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <div className={styles.quantity}>{children}</div>
    </li>
  )
}
