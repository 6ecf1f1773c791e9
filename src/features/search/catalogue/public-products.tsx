import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { CatalogueProduct } from '#contract/catalogue.ts'
import { pictureSources } from '#domain/pictures.ts'
import { productMark } from '#domain/product-mark.ts'
import { namesApart } from '#domain/product-words.ts'
import { ProductPicture } from '#src/ui/list/product-picture.tsx'
import { Badge } from '#src/ui/status/badge.tsx'
import styles from './public-products.module.css'
import { publicProductPath } from './public-queries.ts'

type PublicProductsProps = { label: string; products: readonly CatalogueProduct[] }

/** Links to the products' pages, without what an account may see: no price, stock or quantity. */
export function PublicProducts({ label, products }: PublicProductsProps) {
  const names = useMemo(() => namesApart(products), [products])
  return (
    <ul className={styles.products} aria-label={label}>
      {products.map((product) => {
        const { product_no, name, brand, pack, storageType, minimumAge, isNew } = product
        const calledAs = names.get(product_no) ?? name
        return (
          <li key={product_no} className={styles.product}>
            <span className={styles.picture}>
              <ProductPicture
                mark={productMark(product)}
                storage={storageType}
                image={pictureSources(product)}
                sizes="auto, 5rem"
                minimumAge={minimumAge ?? undefined}
              />
            </span>
            <span className={styles.words}>
              <Link
                className={styles.link}
                to={publicProductPath(product_no)}
                aria-label={calledAs === name ? undefined : calledAs}
              >
                {name}
              </Link>
              <span className={styles.facts}>{[brand, pack, product_no].filter(Boolean).join(' · ')}</span>
              <span className={styles.badges}>
                <Badge label={STORED[storageType]} icon={null} />
                {isNew ? <Badge label="New" tone="blue" icon={null} /> : null}
                {minimumAge === null ? null : <Badge label={`Age ${minimumAge}+`} icon={null} />}
              </span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

const STORED: Record<CatalogueProduct['storageType'], string> = {
  ambient: 'Ambient',
  chilled: 'Chilled',
  frozen: 'Frozen',
}
