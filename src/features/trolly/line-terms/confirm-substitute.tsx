import { Checkbox, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { eachText } from '#domain/money.ts'
import { productTitle } from '#domain/product.ts'
import { type Alternative, NOTHING_CONFIRMED, type OriginalProduct } from '#domain/substitution.ts'
import { confirmationTexts } from '#domain/substitution-words.ts'
import type { TrollyView } from '#domain/trollies/view.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { Button } from '#src/ui/action/button.tsx'
import { errorOf } from '#src/ui/form/fields.tsx'
import { DefinitionList } from '#src/ui/layout/definition-list.tsx'
import { priceDifferenceText } from './alternative-list.tsx'
import { agreeOn, swapLine } from './change-terms.ts'
import styles from './line-terms.module.css'

export type ConfirmSubstituteProps = {
  trolly: TrollyView
  original: OriginalProduct
  pricePence: number | null
  alternative: Alternative
  isInTrolly: boolean
  /** There is less of the original than the line asks for. */
  isShort: boolean
  onBack: () => void
  onDone: () => void
}

/** What the substitute is, and a box for each allergen that it adds: nothing happens until all are ticked. */
export function ConfirmSubstitute(props: ConfirmSubstituteProps) {
  const { trolly, original, pricePence, alternative, isInTrolly, isShort, onBack, onDone } = props
  const { product, difference } = alternative
  const device = useUserDevice()
  const needed = confirmationTexts(difference)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [demanded, setDemanded] = useState(false)
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const act = async (way: typeof swapLine | typeof agreeOn) => {
    if (needed.some((words) => !ticked.has(words))) return setDemanded(true)
    const { removed: _, ...confirmed } =
      needed.length === 0 ? { removed: [], ...NOTHING_CONFIRMED } : difference
    try {
      const { id: trollyId, priceListId } = trolly
      await way(device, { trollyId, priceListId, original, substitute: product, confirmed })
      onDone()
    } catch (error) {
      showFailure(error)
    }
  }

  const differenceText = priceDifferenceText(product.pricePence, pricePence)
  return (
    <Stack gap={16}>
      <div>
        <Button
          variant="subtle"
          compact
          icon={<IconArrowLeft size={18} aria-hidden="true" />}
          onClick={onBack}
        >
          All alternatives
        </Button>
      </div>
      <Text fw={700} ref={heading} tabIndex={-1}>
        {productTitle(product)}
      </Text>
      <DefinitionList
        beside
        items={[
          { term: 'Instead of', value: original.name },
          {
            term: 'Price',
            value: differenceText ? `${eachText(product)}, ${differenceText}` : eachText(product),
          },
          {
            term: 'Allergens',
            value: needed.length === 0 ? 'Adds none' : 'Confirm what it adds',
            strong: needed.length > 0,
          },
        ]}
      />
      {needed.map((words) => (
        <Checkbox
          key={words}
          label={words}
          checked={ticked.has(words)}
          error={
            demanded && !ticked.has(words) ? (
              <span role="alert">{errorOf('Tick to accept this')}</span>
            ) : undefined
          }
          aria-invalid={(demanded && !ticked.has(words)) || undefined}
          onChange={({ currentTarget: { checked } }) =>
            setTicked((before) => {
              const others = [...before].filter((each) => each !== words)
              return new Set(checked ? [...others, words] : others)
            })
          }
        />
      ))}
      <div className={styles.foot}>
        <Button variant={isShort || !isInTrolly ? 'filled' : 'default'} onClick={() => act(swapLine)}>
          {isInTrolly ? 'Swap now' : 'Add to trolly'}
        </Button>
        {isInTrolly ? (
          <Button variant={isShort ? 'default' : 'filled'} onClick={() => act(agreeOn)}>
            Only if it’s short
          </Button>
        ) : null}
      </div>
    </Stack>
  )
}
