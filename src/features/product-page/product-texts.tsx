import { Skeleton } from '@mantine/core'
import { ingredientParts } from '#domain/allergen-words.ts'
import type { Allergen } from '#domain/product.ts'
import { Section } from '#src/ui/layout/section.tsx'
import { FailedState } from '#src/ui/status/failed-state.tsx'
import styles from './product-texts.module.css'
import type { MoreOfProduct, ProductDetail } from './use-product.ts'

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
      <div className={styles.texts} aria-busy="true">
        <Skeleton width="90%" height="0.875rem" />
        <Skeleton width="75%" height="0.875rem" />
        <Skeleton width="40%" height="0.875rem" />
      </div>
    )
  }
  return (
    <div className={styles.texts}>
      {TEXTS.map(({ term, isLabel, textOf }) => (
        <div key={term}>
          <h3 className={styles.term}>{term}</h3>
          <p className={styles.text}>
            <Emphasised text={textOf(more.detail) || 'Not provided'} allergens={isLabel ? contains : NONE} />
          </p>
        </div>
      ))}
    </div>
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

const TEXTS: { term: string; isLabel?: true; textOf: (detail: ProductDetail) => string }[] = [
  { term: 'Ingredients', isLabel: true, textOf: ({ ingredients }) => ingredients },
  { term: 'Description', textOf: ({ description }) => description },
  { term: 'Origin', textOf: ({ origin }) => origin },
]
