import type { ReactNode } from 'react'
import type { Product } from '#domain/product.ts'
import { DefinitionList } from '#src/ui/layout/definition-list.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { Allergens } from './allergens.tsx'
import { factsOf } from './fact-words.ts'
import { ProductTexts } from './product-texts.tsx'
import styles from './product-view.module.css'
import type { MoreOfProduct } from './use-product.ts'

export type ProductViewProps = {
  product: Product
  more: MoreOfProduct
  /** Its price and quantity, and what goes with them. */
  children: ReactNode
}

/** All that is known of a product. */
export function ProductView({ product, more, children }: ProductViewProps) {
  return (
    <article className={styles.view} aria-label={product.name}>
      <div className={styles.lead}>{children}</div>
      <div className={styles.main}>
        <Allergens contains={product.contains} mayContain={product.mayContain} />
        <ProductTexts more={more} />
      </div>
      <div className={styles.side}>
        <Section title="Facts">
          <DefinitionList items={factsOf(product)} />
        </Section>
      </div>
    </article>
  )
}
