import { Text } from '@mantine/core'
import type { CountLine } from '#domain/counts/lines.ts'
import { halvesText } from '#domain/counts/quantity.ts'
import { countText } from '#domain/plain-text.ts'
import { productMark } from '#domain/product-mark.ts'
import { Button } from '#src/ui/action/button.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { ProductPicture } from '#src/ui/list/product-picture.tsx'
import { QuantityBox } from '#src/ui/list/quantity-box.tsx'
import styles from './count-review.module.css'

export type CountReviewProps = {
  lines: readonly CountLine[]
  /** What the person would rather order, by product number. */
  changed: ReadonlyMap<string, number>
  onChange: (product_no: string, quantity: number) => void
  /** Back to the line at this place. */
  onCount: (at: number) => void
}

/** What will be ordered, what was skipped and what needs nothing, before anything is ordered. */
export function CountReview({ lines, changed, onChange, onCount }: CountReviewProps) {
  const counted = lines.filter(isCounted)
  const toOrder = counted.filter(
    ({ product_no, order, par }) => order > 0 || par === null || changed.has(product_no),
  )
  const enough = counted.length - toOrder.length
  const skipped = lines.filter((line) => !isCounted(line))
  const [firstSkipped] = skipped
  return (
    <>
      <Section title="To order" flush>
        {toOrder.length === 0 ? (
          <Text px="var(--page-edge)" pb={12} c="dimmed">
            {counted.length === 0
              ? 'Nothing has been counted yet.'
              : 'Everything you counted is up to its par level.'}
          </Text>
        ) : (
          <ul aria-label="To order">
            {toOrder.map((line) => (
              <li key={line.product_no} className={styles.line}>
                <div className={styles.picture}>
                  <ProductPicture
                    mark={line.product && productMark(line.product)}
                    storage={line.product?.storageType}
                  />
                </div>
                <div className={styles.words}>
                  <p>{line.name}</p>
                  <p className={styles.soft}>{factsOf(line)}</p>
                </div>
                <QuantityBox
                  name={line.name}
                  label="Order"
                  value={changed.get(line.product_no) ?? line.order}
                  onChange={({ quantity }) => onChange(line.product_no, quantity)}
                />
              </li>
            ))}
          </ul>
        )}
      </Section>
      {enough > 0 ? (
        <Text px="var(--page-edge)" pt={12} c="dimmed">
          {`${countText(enough, 'other product')} up to par level.`}
        </Text>
      ) : null}
      {firstSkipped ? (
        <Section
          title={`Not counted (${skipped.length})`}
          action={
            <Button compact onClick={() => onCount(lines.indexOf(firstSkipped))}>
              Count them
            </Button>
          }
        >
          <Text c="dimmed">{skipped.map(({ name }) => name).join(', ')}</Text>
        </Section>
      ) : null}
    </>
  )
}

const isCounted = ({ entry }: CountLine): boolean => entry != null && entry.halves !== null

const factsOf = ({ entry, par, inTrolly, product }: CountLine): string =>
  [
    product?.pack ?? '',
    `${halvesText(entry?.halves ?? 0)} on shelf`,
    par === null ? 'no par level' : `par ${par}`,
    inTrolly > 0 ? `${inTrolly} in trolly` : '',
  ]
    .filter(Boolean)
    .join(' · ')
