import { Box, Stack } from '@mantine/core'
import { lazy, type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Product } from '#domain/product.ts'
import { useSessionId } from '#src/device/device-context.tsx'
import { useOrderingFor } from '#src/device/use-ordering-for.ts'
import { WithCustomer } from '#src/features/customers/with-customer.tsx'
import { FirstDaySheet } from '#src/features/delivery/delivery-sheets.tsx'
import { orderByOf } from '#src/features/delivery/order-by.tsx'
import { useFavouriteMarks } from '#src/features/favourites/favourites.ts'
import { BoughtBefore } from '#src/features/product-page/bought.tsx'
import { CaseAndEach } from '#src/features/product-page/case-and-each.tsx'
import { ExpectedStock } from '#src/features/product-page/expected-stock.tsx'
import { PriceBreaks } from '#src/features/product-page/price-breaks.tsx'
import { ProductBuy } from '#src/features/product-page/product-buy.tsx'
import { ProductView } from '#src/features/product-page/product-view.tsx'
import { useProduct } from '#src/features/product-page/use-product.ts'
import { lastSearchPath } from '#src/features/search/request/last-search.ts'
import { useStockAlertsRead } from '#src/features/stock-alerts/stock-alerts.ts'
import { AddToTemplate } from '#src/features/templates/form/add-to-template.tsx'
import { ReadOnlyNote } from '#src/features/trolly/read-only-note.tsx'
import { ShoppingFoot } from '#src/features/trolly/shopping-foot.tsx'
import { useDraftId } from '#src/features/trolly/use-draft.ts'
import { useProductRows } from '#src/features/trolly/use-product-rows.ts'
import { type OpenTrolly, useTrolly } from '#src/features/trolly/use-trolly.ts'
import { WithTrolly } from '#src/features/trolly/with-trolly.tsx'
import { Button, ButtonLink } from '#src/ui/action/button.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { ListState } from '#src/ui/list/list-state.tsx'
import { StarButton } from '#src/ui/list/star-button.tsx'
import { Late } from '#src/ui/surface/late.tsx'
import { LateSheet } from '#src/ui/surface/sheet.tsx'

/** For the trolly in `?trolly=` or else the current one. */
export function Screen({ id }: { id: string }) {
  const [params] = useSearchParams()
  const ordering = useOrderingFor()
  const draftId = useDraftId()
  const named = params.get('trolly') ?? ordering.value?.trolly?.id
  const trollyId = named ?? (ordering.state === 'loading' ? undefined : draftId)
  const stored = useTrolly(trollyId ?? '')
  // Without an account there is no trolly either.
  if (trollyId === undefined) return <WithCustomer>{() => null}</WithCustomer>
  return (
    <WithTrolly key={trollyId} id={trollyId} stored={stored}>
      {(trolly) => <ProductPage product_no={id} trolly={trolly} />}
    </WithTrolly>
  )
}

type PageProps = { product_no: string; trolly: OpenTrolly }

function ProductPage({ product_no, trolly }: PageProps) {
  const { view } = trolly
  const { priceListId, id: trollyId } = view
  const known = useProduct({
    product_no,
    priceListId,
    trollyId,
    customerId: view.version === 0 ? view.customerId : undefined,
  })
  const rows = useProductRows(trolly)
  const { lines, readOnly, pathOf, onQuantity } = rows
  const { favourites, onFavourite } = useFavouriteMarks(view)
  const sessionId = useSessionId()
  const line = lines.get(product_no)
  const quantityOf = (each: string) => {
    const found = lines.get(each)
    return found && !found.removed ? found.quantity : 0
  }
  const back = { to: lastSearchPath(trollyId, sessionId), label: 'Products' }
  return (
    <Stack gap={0} flex="1 1 auto" miw={0}>
      {known.state === 'known' ? (
        <>
          <ProductHeader
            product={known.product}
            back={back}
            actions={
              <>
                <AddToTemplate product={known.product} customer={view} />
                <FavouriteStar product={known.product} trolly={view} />
              </>
            }
          />
          <ReadOnlyNote trolly={trolly} />
          <Late waiting={null} failed={null}>
            <ProductSafety customerId={view.customerId} product_no={product_no} />
          </Late>
          <ProductView
            product={known.product}
            more={known.more}
            prices={
              <>
                <PriceBreaks
                  product={known.product}
                  discounts={trolly.discounts}
                  order={{ customerId: view.customerId, priceListId, day: view.deliveryDay }}
                />
                <BoughtBefore product={known.product} more={known.more} />
              </>
            }
            related={
              <Late waiting={null} failed={null}>
                <RelatedProducts
                  {...rows}
                  product={known.product}
                  trolly={view}
                  favourites={favourites}
                  onFavourite={onFavourite}
                />
              </Late>
            }
          >
            <ProductBuy
              product={known.product}
              pricesHere={known.pricesHere}
              line={onQuantity && { quantity: quantityOf(product_no), state: line?.state ?? 'sent' }}
              readOnly={readOnly}
              onQuantity={(change, product) => onQuantity?.(change, product)}
            />
            <ExpectedStock product={known.product} more={known.more} />
            {known.product.stockQuantity > 0 ? null : <TellMe product={known.product} trolly={view} />}
            {onQuantity ? <LineTermsButton product={known.product} trolly={trolly} /> : null}
            <CaseAndEach
              product={known.product}
              priceListId={priceListId}
              pathOf={pathOf}
              quantityOf={quantityOf}
              readOnly={readOnly}
              onQuantity={onQuantity}
            />
          </ProductView>
        </>
      ) : (
        <NotKnown product_no={product_no} known={known} back={back} />
      )}
      <ShoppingFoot trolly={trolly} note={orderByOf(view)} />
      <FirstDaySheet trolly={view} />
    </Stack>
  )
}

/** Lazy: it stands at the page's end. */
const RelatedProducts = lazy(async () => ({
  default: (await import('#src/features/search/results/related-products.tsx')).RelatedProducts,
}))

/** Lazy: few products have any notices. */
const ProductSafety = lazy(async () => ({
  default: (await import('#src/features/safety-notices/page-safety.tsx')).ProductSafety,
}))

/** Lazy: most products are in stock. */
const StockAlertToggle = lazy(async () => ({
  default: (await import('#src/features/stock-alerts/stock-alert-toggle.tsx')).StockAlertToggle,
}))

const LineTerms = lazy(async () => ({
  default: (await import('#src/screens/orders/line-terms.tsx')).LineTerms,
}))

/** Alternatives where it is out of stock; else what is agreed for its line. */
function LineTermsButton({ product, trolly }: { product: Product; trolly: OpenTrolly }) {
  const [open, setOpen] = useState<string>()
  const isOut = product.stockQuantity <= 0
  const isInTrolly = trolly.view.lines.some((line) => line.product_no === product.product_no && !line.removed)
  if (!isOut && !isInTrolly) return null
  return (
    <Box px="var(--page-edge)" pb={16} data-screen-only>
      <Button onClick={() => setOpen(product.product_no)}>
        {isOut ? 'See alternatives' : 'Note or substitute'}
      </Button>
      <LateSheet open={open !== undefined} onClose={() => setOpen(undefined)}>
        <LineTerms
          trolly={trolly}
          product={product}
          open={open}
          onOpen={setOpen}
          onClose={() => setOpen(undefined)}
        />
      </LateSheet>
    </Box>
  )
}

function TellMe({ product: { product_no, name }, trolly }: FavouriteStarProps) {
  useStockAlertsRead(trolly)
  return (
    <Late waiting={null} failed={null}>
      <StockAlertToggle product_no={product_no} name={name} trolly={trolly} explained />
    </Late>
  )
}

function FavouriteStar({ product: { product_no, name }, trolly }: FavouriteStarProps) {
  const { favourites, onFavourite } = useFavouriteMarks(trolly)
  const isFavourite = favourites.has(product_no)
  return (
    <StarButton name={name} pressed={isFavourite} onPress={() => onFavourite(product_no, !isFavourite)} />
  )
}

type FavouriteStarProps = { product: Product; trolly: Parameters<typeof useFavouriteMarks>[0] }

type Back = { to: string; label: string }

function ProductHeader({
  product: { name, brand, pack, product_no },
  ...rest
}: {
  product: Product
  back: Back
  actions: ReactNode
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
          words: `No product with code ${product_no}. It may no longer be sold.`,
          action: <ButtonLink to={back.to}>Back to {back.label.toLowerCase()}</ButtonLink>,
        }}
      >
        {null}
      </ListState>
    </>
  )
}
