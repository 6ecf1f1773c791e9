import { Text } from '@mantine/core'
import { useCallback } from 'react'
import type { Product } from '#domain/product.ts'
import { IN_STOCK, isWellStocked, productWords } from '#domain/product-words.ts'
import type { LineView } from '#domain/trollies/line-view.ts'
import { QUANTITY_MAX } from '#domain/trolly.ts'
import { useLineMark } from '#src/device/use-line-mark.ts'
import { useReached } from '#src/device/use-reached.ts'
import { QuantityBox } from '#src/ui/list/quantity-box.tsx'
import type { QuantityChange } from '#src/ui/list/use-quantity-entry.ts'
import { Badge, LineMark } from '#src/ui/status/badge.tsx'
import { Money } from '#src/ui/status/money.tsx'
import { weightWords } from './fact-words.ts'
import styles from './product-buy.module.css'

export type ProductBuyProps = {
  product: Product
  pricesHere: boolean
  line: { quantity: number; state: LineView['state'] } | undefined
  readOnly: boolean
  onQuantity: (change: QuantityChange, product: Product) => unknown
}

export function ProductBuy({ product, pricesHere, line, readOnly, onQuantity }: ProductBuyProps) {
  const words = productWords(product, pricesHere)
  const weight = weightWords(product)
  const change = useCallback((asked: QuantityChange) => onQuantity(asked, product), [onQuantity, product])
  const mark = useLineMark(line?.state, useReached())
  return (
    <div className={styles.buy}>
      <div>
        <Text fz="var(--text-xl)" lh="var(--leading-xl)" fw={700}>
          <Money>{words.priceText}</Money>
          {words.vatMark ? <span className={styles.vat}>{words.vatMark}</span> : null}
        </Text>
        <Text size="xs" c="dimmed">
          {words.perText}
        </Text>
        {weight ? (
          <Text size="xs" c="dimmed">
            {weight}
          </Text>
        ) : null}
      </div>
      <div className={styles.badges}>
        {isWellStocked(product) ? (
          <Text span size="xs" c="dimmed">
            {IN_STOCK}
          </Text>
        ) : null}
        {words.badges.map((badge) => (
          <Badge key={badge.label} {...badge} />
        ))}
        {words.minimumAge === undefined ? null : <Badge label={`Age ${words.minimumAge}+`} />}
      </div>
      <div className={styles.state}>{mark ? <LineMark {...mark} /> : null}</div>
      {line ? (
        <div className={styles.quantity}>
          <QuantityBox
            name={product.name}
            value={line.quantity}
            onChange={change}
            max={QUANTITY_MAX}
            disabled={readOnly}
          />
        </div>
      ) : null}
    </div>
  )
}
