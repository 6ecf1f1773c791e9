import { Box, Text } from '@mantine/core'
import { useId } from 'react'
import { moneyText } from '#domain/money.ts'
import { productTitle } from '#domain/product.ts'
import type { Checkout } from '#domain/trollies/operation.ts'
import { differencesOf } from '#domain/trollies/review.ts'
import type { NameOf } from '#domain/trollies/words.ts'
import { useLive } from '#src/device/use-live.ts'
import { type OpenTrolly, presentRows } from '#src/store/trollies/open-trolly.ts'
import { Section } from '#src/ui/layout/section.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { Hidden } from '#src/ui/status/hidden.tsx'
import { Money } from '#src/ui/status/money.tsx'
import { checkoutOf } from './place-order.ts'
import { refusedAs } from './refused-order.ts'
import styles from './review-list.module.css'

export type ReviewListProps = { trolly: OpenTrolly; nameOf: NameOf }

/** Differences between the submitted order and the current trolly. */
export function ReviewList({ trolly, nameOf }: ReviewListProps) {
  const decision = refusedAs(trolly.view, 'changed')
  return decision ? (
    <Differences trolly={trolly} nameOf={nameOf} asked={decision.operation as Checkout} />
  ) : null
}

function Differences({ trolly, nameOf, asked }: ReviewListProps & { asked: Checkout }) {
  const namesBefore = useNamesOf(asked)
  const differences = differencesOf(asked, orderable(trolly), (product_no) => {
    const name = nameOf(product_no)
    return name === product_no ? (namesBefore.get(product_no) ?? name) : name
  })
  if (differences.length === 0) return null
  return (
    <Section title="This order has changed" flush>
      <ul aria-label="This order has changed">
        {differences.map(({ subject, was, now }) => (
          <li key={`${subject} ${was} ${now}`} className={styles.change}>
            <span>{subject}</span>
            <span className={styles.prices}>
              {was === '' ? null : <Money>{`was ${was}`}</Money>}
              <strong>
                <Money>{was === '' ? now : `now ${now}`}</Money>
              </strong>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The trolly as an order, and its products no longer on sale. */
const orderable = (trolly: OpenTrolly) => {
  const sold = new Set(trolly.rows.flatMap(({ product }) => product?.product_no ?? []))
  const asItStands = checkoutOf(trolly, { ageRestricted: false, catchWeight: false })
  return {
    ...asItStands,
    lines: asItStands.lines.map((line) => ({ ...line, isSold: sold.has(line.product_no) })),
  }
}

/** Products no longer in the trolly have their names only in the product list. */
const useNamesOf = ({ lines }: Checkout): ReadonlyMap<string, string> => {
  const numbers = lines.map(({ product_no }) => product_no)
  const { value } = useLive({
    key: ['product names', ...numbers],
    read: async (database) => {
      const products = await database.products.bulkGet(numbers)
      return new Map(
        products.flatMap((product) => (product ? [[product.product_no, productTitle(product)]] : [])),
      )
    },
  })
  return value ?? NONE
}

const NONE: ReadonlyMap<string, string> = new Map()

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
    <Box px="var(--page-edge)">
      <Banner tone="amber" inset>
        <strong id={headingId}>
          {changed.length === 1 ? '1 price has changed' : `${changed.length} prices have changed`}
        </strong>
        <ul aria-labelledby={headingId}>
          {changed.map(({ product, before, after }) => (
            <li key={product.product_no}>
              {product.name} <Hidden>was </Hidden>
              <Text component="del" c="dimmed">
                <Money>{moneyText(before)}</Money>
              </Text>{' '}
              <Hidden>now </Hidden>
              <strong>
                <Money>{moneyText(after)}</Money>
              </strong>
              {product.catchWeight ? ' per kg' : null}
            </li>
          ))}
        </ul>
      </Banner>
    </Box>
  )
}
