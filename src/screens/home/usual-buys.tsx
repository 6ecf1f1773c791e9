import { useCallback, useMemo } from 'react'
import { useMayOrder } from '#src/device/use-may-order.ts'
import { useUsualProducts } from '#src/features/search/use-usual-products.ts'
import { UsualProducts } from '#src/features/search/usual-products.tsx'
import { type OpenTrolly, useTrolly } from '#src/features/trolly/use-trolly.ts'
import { useProductQuantity } from '#src/screens/orders/create/search/use-product-quantity.ts'
import { productPath } from '#src/screens/orders/product-path.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { Section } from '#src/ui/layout/section.tsx'

export function UsualBuys({ trollyId }: { trollyId: string }) {
  const trolly = useTrolly(trollyId).value
  return trolly ? <OfTrolly trolly={trolly} /> : null
}

const SHOWN = 8

function OfTrolly({ trolly }: { trolly: OpenTrolly }) {
  const { view, rows, pricesHere } = trolly
  const usual = useUsualProducts(view)
  const lines = useMemo(() => new Map(rows.map(({ line }) => [line.product_no, line])), [rows])
  const onQuantity = useProductQuantity(trolly)
  const mayOrder = useMayOrder()
  const pathOf = useCallback((product_no: string) => productPath(product_no, view.id), [view.id])
  if (!usual.value?.length) return null
  return (
    <Section
      title="You usually buy"
      flush
      action={
        <ButtonLink variant="subtle" compact to={`/orders/create/search-${view.id}`}>
          All products
        </ButtonLink>
      }
    >
      <UsualProducts
        products={usual.value}
        atFirst={SHOWN}
        lines={lines}
        pricesHere={pricesHere}
        readOnly={view.readOnly || view.state !== 'open'}
        pathOf={pathOf}
        onQuantity={mayOrder ? onQuantity : undefined}
      />
    </Section>
  )
}
