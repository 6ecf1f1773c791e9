import { Checkbox, Group } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { IconX } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import type { Product } from '#domain/product.ts'
import { isWellStocked, productWords } from '#domain/product-words.ts'
import { QUANTITY_MAX } from '#domain/trolly.ts'
import { Button } from '#src/ui/action/button.tsx'
import { IconButton } from '#src/ui/action/icon-button.tsx'
import { ChoiceList } from '#src/ui/list/choice-list.tsx'
import { ProductRow } from '#src/ui/list/product-row.tsx'
import { ToneIcon } from '#src/ui/status/tone.tsx'
import { OtherProduct } from './other-product.tsx'
import styles from './said-order.module.css'
import { type SaidRow, withProduct } from './said-rows.ts'

export type SaidLineRowProps = {
  row: SaidRow
  onChange: (next: (row: SaidRow) => SaidRow) => void
  onLeaveOut: () => void
  suggest: ((text: string) => Promise<readonly Product[]>) | undefined
}

export function SaidLineRow({ row, onChange, onLeaveOut, suggest }: SaidLineRowProps) {
  const { line, products, quantity, isTicked } = row
  const [product, ...others] = products
  const [isOpen, setOpen] = useState(product === undefined)
  const question = isTicked ? undefined : row.question
  const questionId = useId()
  const box = useRef<HTMLInputElement>(null)
  const tick = (ticked: boolean) =>
    onChange((before) => ({
      ...before,
      isTicked: ticked,
      quantity: ticked ? Math.max(1, before.quantity) : before.quantity,
    }))
  const choose = (chosen: Product) => {
    onChange((before) => withProduct(before, chosen))
    setOpen(false)
    box.current?.focus()
  }
  return (
    <li className={styles.line} data-ticked={isTicked || undefined}>
      <div className={styles.said}>
        <Checkbox
          ref={box}
          classNames={TICK}
          label={`“${line.text}”`}
          checked={isTicked}
          disabled={product === undefined}
          aria-describedby={question === undefined ? undefined : questionId}
          onChange={({ currentTarget }) => tick(currentTarget.checked)}
        />
        <IconButton label={`Leave out “${line.text}”`} icon={<IconX size={18} />} onClick={onLeaveOut} />
      </div>
      {product ? (
        <ProductRow
          {...productWords(product)}
          badges={productWords(product).badges.filter(() => !isWellStocked(product))}
          quantity={quantity}
          onQuantity={async ({ quantity: next }) =>
            onChange((before) => ({ ...before, quantity: next, isTicked: before.isTicked && next > 0 }))
          }
          maxQuantity={QUANTITY_MAX}
        />
      ) : null}
      {question === undefined ? null : (
        <p id={questionId} className={styles.question}>
          <ToneIcon tone="amber" size={18} />
          {question}
        </p>
      )}
      <Group gap={8} className={styles.answers ?? ''}>
        {product && question !== undefined ? (
          <Button variant="light" onClick={() => tick(true)}>
            Yes, this one
          </Button>
        ) : null}
        <Button variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {others.length > 0 ? `${others.length} ${others.length === 1 ? 'other' : 'others'}` : 'Search'}
        </Button>
      </Group>
      {isOpen ? (
        <>
          {others.length > 0 ? (
            <ChoiceList
              label={`Other products for “${line.text}”`}
              choices={others.map(choiceOf)}
              onChoose={(product_no) => {
                const chosen = others.find((each) => each.product_no === product_no)
                if (chosen) choose(chosen)
              }}
            />
          ) : null}
          <OtherProduct text={line.text} suggest={suggest} onChoose={choose} />
        </>
      ) : null}
    </li>
  )
}

const TICK = { root: styles.tick ?? '', body: styles.tickBody ?? '', label: styles.tickLabel ?? '' }

export const choiceOf = (product: Product) => {
  const { name, brand, pack, code, priceText, badges } = productWords(product)
  const stock = isWellStocked(product) ? undefined : badges[0]?.label
  return {
    value: product.product_no,
    label: name,
    detail: [brand, pack, code, stock].filter(Boolean).join(' · '),
    aside: priceText,
  }
}
