import { Section } from '#src/ui/layout/section.tsx'
import { FailedState } from '#src/ui/status/failed-state.tsx'
import { Skeleton } from '#src/ui/status/skeleton.tsx'
import styles from './product-texts.module.css'
import type { MoreOfProduct, ProductDetail } from './use-product.ts'

/** Ingredients, description and origin, which are too much to keep on a device for every product. */
export function ProductTexts({ more }: { more: MoreOfProduct }) {
  return (
    <Section title="Ingredients and origin">
      <Texts more={more} />
    </Section>
  )
}

function Texts({ more }: { more: MoreOfProduct }) {
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
      {TEXTS.map(({ term, textOf }) => (
        <div key={term}>
          <h3 className={styles.term}>{term}</h3>
          <p className={styles.text}>{textOf(more.detail) || 'Not provided'}</p>
        </div>
      ))}
    </div>
  )
}

const TEXTS: { term: string; textOf: (detail: ProductDetail) => string }[] = [
  { term: 'Ingredients', textOf: ({ ingredients }) => ingredients },
  { term: 'Description', textOf: ({ description }) => description },
  { term: 'Origin', textOf: ({ origin }) => origin },
]
