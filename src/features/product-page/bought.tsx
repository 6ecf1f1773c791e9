import { Text } from '@mantine/core'
import { pricesPaid } from '#domain/bought.ts'
import { dayText } from '#domain/london-time.ts'
import { eachText } from '#domain/money.ts'
import { numberText } from '#domain/plain-text.ts'
import type { Product } from '#domain/product.ts'
import { DefinitionList } from '#src/ui/layout/definition-list.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import type { MoreOfProduct } from './use-product.ts'

/** And the first of all. */
const PRICES_SHOWN = 4

/** When this customer had it last, and what it cost them. Nothing until the server has said it. */
export function BoughtBefore({ product, more }: { product: Product; more: MoreOfProduct }) {
  const bought = more.state === 'told' ? more.detail.bought : undefined
  const [last] = bought ?? []
  if (bought === undefined) return null
  if (last === undefined)
    return (
      <Section title="Bought before">
        <Text c="dimmed">Not in the last two years.</Text>
      </Section>
    )
  const prices = pricesPaid(bought)
  const first = prices.length > PRICES_SHOWN ? prices.slice(-1) : []
  return (
    <Section title="Bought before">
      <DefinitionList
        items={[
          { term: 'Last', value: `${numberText(last.quantity)} on ${dayText(last.day)}` },
          { term: 'In two years', value: timesText(bought.length) },
          ...[...prices.slice(0, PRICES_SHOWN), ...first].map(({ unitPricePence, from }) => ({
            term: `From ${dayText(from)}`,
            value: eachText({ ...product, pricePence: unitPricePence }),
          })),
        ]}
      />
    </Section>
  )
}

const timesText = (times: number): string => (times === 1 ? 'once' : `${numberText(times)} times`)
