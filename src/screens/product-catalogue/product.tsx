import { Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { CatalogueDetail } from '#contract/catalogue.ts'
import { productPath } from '#domain/product.ts'
import { ProductView } from '#src/features/product-page/product-view.tsx'
import { CataloguePath } from '#src/features/search/catalogue/catalogue-path.tsx'
import {
  CATALOGUE_PATH,
  cataloguePath,
  publicProductPath,
} from '#src/features/search/catalogue/public-queries.ts'
import { usePublicProduct } from '#src/features/search/catalogue/use-public-product.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { ListState } from '#src/ui/list/list-state.tsx'
import styles from './product.module.css'

/** For visitors: what is in it and where it comes from, but not what it costs. */
export function Screen({ id }: { id: string }) {
  const { product, failed } = usePublicProduct(id)
  if (product) return <Product product={product} />
  return (
    <>
      <PageHeader title={`Product ${id}`} back={{ to: CATALOGUE_PATH, label: 'Catalogue' }} />
      <ListState
        count={0}
        loading={product === undefined}
        failed={failed}
        empty={{
          words: `No product with code ${id}. It may no longer be sold.`,
          action: <ButtonLink to={CATALOGUE_PATH}>See the whole catalogue</ButtonLink>,
        }}
      >
        {null}
      </ListState>
    </>
  )
}

function Product({ product }: { product: CatalogueDetail }) {
  const { product_no, name, brand, pack, unit, department, group, category, otherUnitProductNo } = product
  return (
    <>
      <CataloguePath
        filters={{ department, group, category }}
        pathOf={(filters) => cataloguePath({ filters })}
        last={name}
      />
      <PageHeader title={name} detail={[brand, pack, product_no].filter(Boolean).join(' · ')} />
      <ProductView product={product} more={{ state: 'told', detail: product }}>
        <div className={styles.lead}>
          <Text>Sign in to see your price and what is in stock.</Text>
          <ButtonLink variant="filled" to="/auth/sign-in" state={{ returnTo: productPath(product_no) }}>
            Sign in
          </ButtonLink>
          {otherUnitProductNo === null ? null : (
            <Text>
              Also sold{' '}
              <Link to={publicProductPath(otherUnitProductNo)}>
                {unit === 'case' ? 'singly' : 'by the case'}
              </Link>
            </Text>
          )}
        </div>
      </ProductView>
    </>
  )
}
