import { useUsualProducts } from '#src/features/search/results/use-usual-products.ts'
import { UsualProducts } from '#src/features/search/results/usual-products.tsx'
import { type OpenTrolly, useTrolly } from '#src/features/trolly/use-trolly.ts'
import { useProductRows } from '#src/screens/orders/use-product-rows.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { Section } from '#src/ui/layout/section.tsx'

export function UsualBuys({ trollyId }: { trollyId: string }) {
  const trolly = useTrolly(trollyId).value
  return trolly ? <OfTrolly trolly={trolly} /> : null
}

/** The search page, to which “All products” leads, begins with more of them. */
const SHOWN = 8

function OfTrolly({ trolly }: { trolly: OpenTrolly }) {
  const { view, pricesHere } = trolly
  const usual = useUsualProducts(view, SHOWN)
  const productRows = useProductRows(trolly)
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
      <UsualProducts products={usual.value} {...productRows} pricesHere={pricesHere} />
    </Section>
  )
}
