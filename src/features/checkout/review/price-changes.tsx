import { Box } from '@mantine/core'
import { useId } from 'react'
import { moneyText } from '#domain/money.ts'
import { type OpenTrolly, presentRows } from '#src/store/trollies/open-trolly.ts'
import { Money } from '#src/ui/status/money.tsx'
import styles from './price-changes.module.css'

/** Price changes do not block the order but must be seen. */
export function PriceChanges({ trolly }: { trolly: OpenTrolly }) {
  const headingId = useId()
  const changed = presentRows(trolly.rows).flatMap(({ line, product }) => {
    const before = line.seenPricePence
    const after = product?.pricePence ?? null
    return product && before !== null && after !== null && before !== after
      ? [{ product, before, after }]
      : []
  })
  if (changed.length === 0) return null
  return (
    <>
      <Box component="h3" px="var(--page-edge)" pt={8} id={headingId}>
        Prices changed since you added them
      </Box>
      <ul aria-labelledby={headingId}>
        {changed.map(({ product, before, after }) => (
          <li key={product.product_no} className={styles.change}>
            <span>{product.name}</span>
            <span className={styles.prices}>
              <Money>{`was ${moneyText(before)}`}</Money>
              <strong>
                <Money>{`now ${moneyText(after)}`}</Money>
              </strong>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
