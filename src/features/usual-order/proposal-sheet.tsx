import { Group } from '@mantine/core'
import { useState } from 'react'
import type { Dismissal } from '#domain/dismissals.ts'
import type { Product } from '#domain/product.ts'
import type { UsualLine } from '#domain/usual-order.ts'
import { whyText } from '#domain/usual-order-words.ts'
import { useProducts } from '#src/device/use-products.ts'
import { Button } from '#src/ui/action/button.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import styles from './proposal-sheet.module.css'
import { useDismissalChange } from './use-usual-order.ts'

export type ProposalSheetProps = {
  open: boolean
  onClose: () => void
  customer: { customerId: string; priceListId: string }
  lines: readonly UsualLine[]
  dismissed: readonly Dismissal[]
}

/** Why each product is proposed, which are not to be, and how to have them back. */
export function ProposalSheet({ open, onClose, customer, lines, dismissed }: ProposalSheetProps) {
  const change = useDismissalChange(customer.customerId)
  // A line that is left out keeps its place, so that the next one does not come under the finger.
  const [listed] = useState(lines)
  const out = new Set(dismissed.map(({ product_no }) => product_no))
  const others = dismissed.filter(({ product_no }) => !listed.some((line) => line.product_no === product_no))
  const numbers = [...listed, ...others].map(({ product_no }) => product_no)
  const { products } = useProducts(customer.priceListId, numbers.sort())
  const known = listed.filter(({ product_no }) => products.has(product_no))
  return (
    <Sheet open={open} onClose={onClose} flush title="Your usual order">
      <ul aria-label="Proposed products">
        {known.map(({ product_no, quantity, why }) => (
          <ProposalRow
            key={product_no}
            product={products.get(product_no)}
            words={out.has(product_no) ? LEFT_OUT : `${quantity} · ${whyText(why)}`}
            {...(out.has(product_no)
              ? { action: 'Put back', onAction: () => change('putBack', product_no) }
              : { action: 'Not again', onAction: () => change('dismiss', product_no) })}
          />
        ))}
      </ul>
      {others.length === 0 ? null : (
        <Section title={LEFT_OUT} flush>
          <ul aria-label="Left out">
            {others.map(({ product_no }) => (
              <ProposalRow
                key={product_no}
                product={products.get(product_no)}
                words={products.get(product_no)?.pack ?? product_no}
                action="Put back"
                onAction={() => change('putBack', product_no)}
              />
            ))}
          </ul>
        </Section>
      )}
    </Sheet>
  )
}

const LEFT_OUT = 'Left out until ordered again'

type ProposalRowProps = {
  product: Product | undefined
  words: string
  action: string
  onAction: () => unknown
}

function ProposalRow({ product, words, action, onAction }: ProposalRowProps) {
  const name = product?.name ?? words
  return (
    <Group component="li" wrap="nowrap" justify="space-between" gap={12} className={styles.row ?? ''}>
      <div className={styles.words}>
        <p>{name}</p>
        {product ? <p className={styles.why}>{words}</p> : null}
      </div>
      <Button variant="subtle" compact aria-label={`${action}: ${name}`} onClick={() => onAction()}>
        {action}
      </Button>
    </Group>
  )
}
