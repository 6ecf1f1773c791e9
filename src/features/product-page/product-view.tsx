import type { ReactNode } from 'react'
import type { CatalogueDetail } from '#contract/catalogue.ts'
import { pictureSources } from '#domain/pictures.ts'
import type { Allergen, Product } from '#domain/product.ts'
import { productMark } from '#domain/product-mark.ts'
import { DefinitionList } from '#src/ui/layout/definition-list.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { ProductPicture } from '#src/ui/list/product-picture.tsx'
import { Allergens } from './allergens.tsx'
import { factsOf } from './fact-words.ts'
import { ProductTexts } from './product-texts.tsx'
import styles from './product-view.module.css'
import type { MoreOfProduct } from './use-product.ts'

export type ProductViewProps = {
  product: CatalogueDetail | Product
  more: MoreOfProduct
  children: ReactNode
  /** Beside the details, before them. */
  prices?: ReactNode
  /** Across the page, at its end. */
  related?: ReactNode
}

const NONE: readonly Allergen[] = []

export function ProductView({ product, more, children, prices, related }: ProductViewProps) {
  return (
    <article className={styles.view} aria-label={product.name}>
      <div className={styles.picture}>
        <ProductPicture
          mark={productMark(product)}
          storage={product.storageType}
          image={pictureSources(product)}
          sizes="auto, 22rem"
        />
      </div>
      <div className={styles.lead}>{children}</div>
      <div className={styles.main}>
        <Allergens contains={product.contains} mayContain={product.mayContain} />
        <ProductTexts more={more} contains={product.contains ?? NONE} />
      </div>
      <div className={styles.side}>
        {prices}
        <Section title="Product details">
          <DefinitionList items={factsOf(product)} />
        </Section>
      </div>
      {related === undefined ? null : <div className={styles.related}>{related}</div>}
    </article>
  )
}
