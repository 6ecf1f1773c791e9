import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Product } from '#domain/product.ts'
import { useOrderingFor } from '#src/device/use-ordering-for.ts'
import { OtherUnit } from '#src/features/product-page/other-unit.tsx'
import { ProductBuy } from '#src/features/product-page/product-buy.tsx'
import { ProductView } from '#src/features/product-page/product-view.tsx'
import { useProduct } from '#src/features/product-page/use-product.ts'
import { lastSearchPath } from '#src/features/search/last-search.ts'
import { TrollyGuard } from '#src/features/trolly/trolly-guard.tsx'
import { type OpenTrolly, useTrolly, useTrollyRead } from '#src/features/trolly/use-trolly.ts'
import { productPath } from '#src/screens/orders/product-path.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { ListState } from '#src/ui/list/list-state.tsx'
import styles from './product.module.css'
import { ReadOnlyNote } from './read-only-note.tsx'
import { ShoppingFoot } from './shopping-foot.tsx'
import { useProductQuantity } from './use-product-quantity.ts'

/** /orders/create/search/product-{id}: one product, for the trolly of `?trolly=` or the one that is open. */
export function Screen({ id }: { id: string }) {
  const [params] = useSearchParams()
  const ordering = useOrderingFor()
  const trollyId = params.get('trolly') ?? ordering.value?.trolly?.id
  if (trollyId !== undefined) return <ForTrolly key={trollyId} product_no={id} trollyId={trollyId} />
  if (ordering.state === 'loading') return null
  return <WithoutTrolly product_no={id} priceListId={ordering.value?.customer.priceListId ?? ''} />
}

function ForTrolly({ product_no, trollyId }: { product_no: string; trollyId: string }) {
  const stored = useTrolly(trollyId)
  const read = useTrollyRead(trollyId)
  return (
    <TrollyGuard stored={stored} read={read}>
      {(trolly) => <ProductPage product_no={product_no} trolly={trolly} />}
    </TrollyGuard>
  )
}

type PageProps = { product_no: string; trolly: OpenTrolly }

function ProductPage({ product_no, trolly }: PageProps) {
  const { view } = trolly
  const { priceListId, id: trollyId } = view
  const known = useProduct({ product_no, priceListId, trollyId })
  const onQuantity = useProductQuantity(trolly)
  const line = view.lines.find((each) => each.product_no === product_no)
  const back = { to: lastSearchPath(trollyId), label: 'Products' }
  return (
    <div className={styles.page}>
      {known.state === 'known' ? (
        <>
          <ProductHeader product={known.product} back={back} />
          <ReadOnlyNote view={view} />
          <ProductView product={known.product} more={known.more}>
            <ProductBuy
              product={known.product}
              pricesHere={known.pricesHere}
              line={{ quantity: line && !line.removed ? line.quantity : 0, state: line?.state ?? 'sent' }}
              readOnly={view.readOnly || view.state !== 'open'}
              onQuantity={onQuantity}
            />
            <OtherUnit
              product={known.product}
              priceListId={priceListId}
              pathOf={(other) => productPath(other, trollyId)}
            />
          </ProductView>
        </>
      ) : (
        <NotKnown product_no={product_no} known={known} back={back} />
      )}
      <ShoppingFoot trolly={trolly} />
    </div>
  )
}

/** What this device knows of it; there is nothing that it could be put into. */
function WithoutTrolly({ product_no, priceListId }: { product_no: string; priceListId: string }) {
  const known = useProduct({ product_no, priceListId, trollyId: undefined })
  const back = { to: '/orders', label: 'Orders' }
  if (known.state !== 'known') return <NotKnown product_no={product_no} known={known} back={back} />
  return (
    <div className={styles.page}>
      <ProductHeader
        product={known.product}
        back={back}
        actions={
          <ButtonLink kind="main" to="/orders">
            Open a trolly to order it
          </ButtonLink>
        }
      />
      <ProductView product={known.product} more={known.more}>
        <ProductBuy
          product={known.product}
          pricesHere={known.pricesHere}
          line={undefined}
          readOnly
          onQuantity={() => {}}
        />
      </ProductView>
    </div>
  )
}

type Back = { to: string; label: string }

function ProductHeader({
  product: { name, brand, pack, product_no },
  ...rest
}: {
  product: Product
  back: Back
  actions?: ReactNode
}) {
  return <PageHeader title={name} detail={[brand, pack, product_no].filter(Boolean).join(' · ')} {...rest} />
}

function NotKnown({
  product_no,
  known,
  back,
}: {
  product_no: string
  known: Exclude<ReturnType<typeof useProduct>, { state: 'known' }>
  back: Back
}) {
  return (
    <>
      <PageHeader title={`Product ${product_no}`} back={back} />
      <ListState
        count={0}
        loading={known.state === 'loading'}
        failed={
          known.state === 'failed'
            ? { words: `This product is not on this device. ${known.words}`, onRetry: known.again }
            : undefined
        }
        empty={{
          words: `There is no product ${product_no}, or it is no longer sold.`,
          action: <ButtonLink to={back.to}>Back to {back.label.toLowerCase()}</ButtonLink>,
        }}
      >
        {null}
      </ListState>
    </>
  )
}
