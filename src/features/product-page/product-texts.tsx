import { Skeleton, Stack, Text } from '@mantine/core'
import { ingredientParts } from '#domain/allergen-words.ts'
import type { Allergen } from '#domain/product.ts'
import { Section } from '#src/ui/layout/section.tsx'
import { FailedState } from '#src/ui/status/failed-state.tsx'
import type { MoreOfProduct } from './use-product.ts'

export type ProductTextsProps = {
  more: MoreOfProduct
  /** Allergens to emphasise within the ingredients. */
  contains: readonly Allergen[]
}

/** Too large to keep on a device for every product. */
export function ProductTexts(props: ProductTextsProps) {
  return (
    <Section title="Ingredients and origin">
      <Texts {...props} />
    </Section>
  )
}

function Texts({ more, contains }: ProductTextsProps) {
  if (more.state === 'failed') {
    return (
      <FailedState
        words={`Ingredients, description and origin need a connection. ${more.words}`}
        onRetry={more.again}
      />
    )
  }
  if (more.state !== 'told') {
    return (
      <Stack gap={16} aria-busy="true">
        <Skeleton width="90%" height="0.875rem" />
        <Skeleton width="75%" height="0.875rem" />
        <Skeleton width="40%" height="0.875rem" />
      </Stack>
    )
  }
  return (
    <Stack gap={16}>
      {TEXTS.map(({ term, isLabel, textOf }) => (
        <div key={term}>
          <Text component="h3" size="xs" c="dimmed" fw={700} mb={4}>
            {term}
          </Text>
          <Text maw="40rem" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
            <Emphasised text={textOf(more.detail) || 'Not provided'} allergens={isLabel ? contains : NONE} />
          </Text>
        </div>
      ))}
    </Stack>
  )
}

function Emphasised({ text, allergens }: { text: string; allergens: readonly Allergen[] }) {
  let at = 0
  return ingredientParts(text, allergens).map((part) => {
    const key = at
    at += part.text.length
    return part.isAllergen ? <strong key={key}>{part.text}</strong> : part.text
  })
}

const NONE: readonly Allergen[] = []

type ToldTexts = Extract<MoreOfProduct, { state: 'told' }>['detail']

const TEXTS: { term: string; isLabel?: true; textOf: (detail: ToldTexts) => string }[] = [
  { term: 'Ingredients', isLabel: true, textOf: ({ ingredients }) => ingredients },
  { term: 'Description', textOf: ({ description }) => description },
  { term: 'Origin', textOf: ({ origin }) => origin },
]
