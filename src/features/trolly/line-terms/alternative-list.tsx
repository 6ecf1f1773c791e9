import { Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { SubstitutionChoice } from '#domain/line-terms.ts'
import { eachText, moneyText } from '#domain/money.ts'
import { type Alternative, needsConfirmation } from '#domain/substitution.ts'
import { addedText } from '#domain/substitution-words.ts'
import { Button } from '#src/ui/action/button.tsx'
import { ChoiceList } from '#src/ui/list/choice-list.tsx'
import { Hidden, HiddenStatus } from '#src/ui/status/hidden.tsx'
import styles from './line-terms.module.css'
import type { FoundAlternatives } from './use-alternatives.ts'

export type AlternativeListProps = {
  found: FoundAlternatives
  /** Of the product that is short; null: not known. */
  pricePence: number | null
  chosen: SubstitutionChoice | null | undefined
  readOnly: boolean
  onChoose: (alternative: Alternative) => void
}

/** Each with its price and its allergens beside those of the product that is short. */
export function AlternativeList({ found, pricePence, chosen, readOnly, onChoose }: AlternativeListProps) {
  const { alternatives, state, again } = found
  if (state === 'loading') return <HiddenStatus>Loading</HiddenStatus>
  if (state === 'failed')
    return (
      <Text size="xs" c="dimmed">
        Alternatives could not be looked up.{' '}
        <Button compact onClick={() => again()}>
          Try again
        </Button>
      </Text>
    )
  if (alternatives.length === 0)
    return (
      <Text size="xs" c="dimmed">
        Nothing of this kind and size is in stock.
      </Text>
    )
  return (
    <ChoiceList
      label="Alternatives"
      value={chosen?.kind === 'take' ? chosen.product_no : undefined}
      choices={alternatives.map(({ product, difference }) => ({
        value: product.product_no,
        label: product.name,
        detail: (
          <>
            {[product.brand, product.pack, priceDifferenceText(product.pricePence, pricePence)]
              .filter(Boolean)
              .join(' · ')}
            {needsConfirmation(difference) ? (
              <span className={styles.adds}>
                <IconAlertTriangle size={16} aria-hidden="true" />
                {addedText(difference)}
              </span>
            ) : (
              <Hidden>, adds no allergens</Hidden>
            )}
          </>
        ),
        aside: eachText(product),
        disabled: readOnly,
      }))}
      onChoose={(product_no) => {
        const alternative = alternatives.find(({ product }) => product.product_no === product_no)
        if (alternative) onChoose(alternative)
      }}
    />
  )
}

/** "£1.20 more"; '' where the original's price is not known. */
export const priceDifferenceText = (pence: number | null, originalPence: number | null): string => {
  if (pence === null || originalPence === null) return ''
  const difference = pence - originalPence
  if (difference === 0) return 'same price'
  return `${moneyText(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'}`
}
