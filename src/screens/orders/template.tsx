import { Group, SegmentedControl, Stack } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { IconClipboardList, IconPencil, IconPrinter, IconTrash } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Wanted } from '#domain/add-all.ts'
import type { Customer } from '#domain/customer.ts'
import { countText } from '#domain/plain-text.ts'
import type { Product } from '#domain/product.ts'
import { namesApart } from '#domain/product-words.ts'
import { parOn, quantityNote, usualQuantity } from '#domain/templates/pars.ts'
import { mayChangeTemplate } from '#domain/templates/template.ts'
import type { TemplateView } from '#domain/templates/view.ts'
import { VISIBILITY_TEXT } from '#domain/templates/visibility-words.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useMayOrder } from '#src/device/use-may-order.ts'
import { ContinueCount } from '#src/features/counts/continue-count.tsx'
import { useCounts } from '#src/features/counts/use-counts.ts'
import { WithCustomer } from '#src/features/customers/with-customer.tsx'
import { orderByOf } from '#src/features/delivery/order-by.tsx'
import { useFavouriteMarks } from '#src/features/favourites/favourites.ts'
import { ResultRows } from '#src/features/search/results/result-rows.tsx'
import { useSuggest } from '#src/features/search/use-suggest.ts'
import { AddProducts } from '#src/features/templates/form/add-products.tsx'
import { RenameTemplate } from '#src/features/templates/form/rename-template.tsx'
import { TemplateItems } from '#src/features/templates/list/template-items.tsx'
import {
  addItem,
  deleteTemplate,
  noteQuantities,
  restoreTemplate,
} from '#src/features/templates/template-actions.ts'
import { TemplateQuestions } from '#src/features/templates/template-questions.tsx'
import { useNotedQuantities } from '#src/features/templates/use-noted-quantities.ts'
import { useTemplate } from '#src/features/templates/use-template.ts'
import { AddAll } from '#src/features/trolly/add-all/add-all.tsx'
import { useLastQuantities } from '#src/features/trolly/add-all/use-last-quantities.ts'
import { useTrollyToFill } from '#src/features/trolly/open-trollies/use-trolly-to-fill.ts'
import type { QuickAddTarget } from '#src/features/trolly/quick-add/quick-add.ts'
import { QuickAddField } from '#src/features/trolly/quick-add/quick-add-field.tsx'
import { ShoppingFoot } from '#src/features/trolly/shopping-foot.tsx'
import { useProductRows } from '#src/features/trolly/use-product-rows.ts'
import { type OpenTrolly, useTrolly } from '#src/features/trolly/use-trolly.ts'
import { Button, ButtonLink } from '#src/ui/action/button.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { ListState, type ListStateProps } from '#src/ui/list/list-state.tsx'
import { ProductSkeleton } from '#src/ui/list/row-skeleton.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { Menu } from '#src/ui/surface/menu.tsx'

const BACK = { to: '/orders/templates', label: 'Templates' }

export function Screen({ id }: { id: string }) {
  return (
    <WithCustomer>{(orderingFor) => <Template key={id} id={id} orderingFor={orderingFor} />}</WithCustomer>
  )
}

function Template({ id, orderingFor }: { id: string; orderingFor: Parameters<typeof useTrollyToFill>[0] }) {
  const { trollyId } = useTrollyToFill(orderingFor)
  const trolly = useTrolly(trollyId ?? '').value
  const { customer } = orderingFor
  const { template, products, hasAllProducts, ...state } = useTemplate(id, {
    customerId: customer.id,
    priceListId: customer.priceListId,
  })
  if (!template)
    return (
      <>
        <PageHeader title="Template" back={BACK} />
        <ListState
          {...state}
          count={0}
          skeleton={<ProductSkeleton />}
          empty={{
            words: 'We can’t find this template. It may have been deleted or is no longer shared with you.',
            action: <ButtonLink to={BACK.to}>See your templates</ButtonLink>,
          }}
        >
          {null}
        </ListState>
      </>
    )
  return (
    <KnownTemplate
      template={template}
      customer={customer}
      products={products}
      hasAllProducts={hasAllProducts}
      failed={state.failed}
      trolly={trolly}
    />
  )
}

const VIEWS = [
  { value: 'order', label: 'Order' },
  { value: 'edit', label: 'Edit list' },
] as const satisfies { value: string; label: string }[]

const ADD_WORDS = {
  added: (name: string) => `${name} added`,
  present: (name: string) => `${name} is already in this template`,
  refused: (name: string) => `${name} was not added`,
}

type KnownProps = {
  template: TemplateView
  customer: Customer
  products: ReadonlyMap<string, Product> | undefined
  hasAllProducts: boolean
  failed: ListStateProps['failed']
  trolly: OpenTrolly | null | undefined
}

function KnownTemplate({ template, customer, products, hasAllProducts, failed, trolly }: KnownProps) {
  const { id, name, visibility, items, deleted, asking, held } = template
  const device = useUserDevice()
  const mayChange = mayChangeTemplate(visibility, useMayOrder())
  const navigate = useNavigate()
  const [renaming, setRenaming] = useState(false)
  const [pasting, setPasting] = useState(false)
  const counts = useCounts({ customerId: customer.id, priceListId: customer.priceListId }).value?.filter(
    ({ templateId }) => templateId === id,
  )
  const { suggest, find } = useSuggest({ customerId: customer.id, priceListId: customer.priceListId })
  const { state: opened } = useLocation()
  const [notFound, setNotFound] = useState<unknown>(opened?.notFound)
  const [chosen, setView] = useState<(typeof VIEWS)[number]['value']>('order')
  const view = items.length === 0 ? 'edit' : chosen
  const nameOf = (product_no: string) => products?.get(product_no)?.name ?? product_no

  const target: QuickAddTarget = {
    priceListId: customer.priceListId,
    add: async ({ product: { product_no, name }, quantity }) => {
      // The first product of an empty template leaves the field open for the next.
      setView('edit')
      const outcome = await addItem(device, id, { product_no, quantity })
      return { words: ADD_WORDS[outcome](name), added: outcome === 'added' }
    },
  }
  const remove = async () => {
    if (await deleteTemplate(device, template)) navigate(BACK.to)
  }

  const countPath = `/orders/templates/count-${id}`

  return (
    <>
      <PageHeader
        title={name}
        detail={[customer.name, VISIBILITY_TEXT[visibility], countText(items.length, 'product')].join(' · ')}
        back={BACK}
        actions={
          deleted || held || !mayChange ? null : (
            <Menu
              label="More for this template"
              items={[
                {
                  label: 'Print count sheet',
                  icon: <IconPrinter size={18} aria-hidden="true" />,
                  onSelect: () => navigate(countPath, { state: { prints: true } }),
                },
                {
                  label: 'Rename or share',
                  icon: <IconPencil size={18} aria-hidden="true" />,
                  onSelect: () => setRenaming(true),
                },
                {
                  label: 'Delete template',
                  icon: <IconTrash size={18} aria-hidden="true" />,
                  tone: 'red',
                  onSelect: remove,
                },
              ]}
            />
          )
        }
      />
      <Stack gap={12} px="var(--page-edge, var(--s4))" py={12}>
        {typeof notFound === 'string' ? (
          <Banner
            tone="amber"
            inset
            action={
              <Button compact onClick={() => setNotFound(undefined)}>
                OK
              </Button>
            }
          >
            {notFound}
          </Banner>
        ) : null}
        {deleted
          ? null
          : counts?.map((count) => <ContinueCount key={count.id} count={count} itemCount={items.length} />)}
        <TemplateQuestions templateId={id} asking={asking} held={held} nameOf={nameOf} />
      </Stack>
      {deleted ? (
        <Banner tone="plain">
          This template was deleted.{' '}
          {mayChange ? (
            <Button compact onClick={() => restoreTemplate(device, template)}>
              Restore
            </Button>
          ) : null}
        </Banner>
      ) : (
        <>
          {items.length > 0 ? (
            <Group px="var(--page-edge, var(--s4))" pt={12} pb={view === 'edit' ? 8 : 12}>
              {mayChange ? (
                <SegmentedControl aria-label="What to do" data={VIEWS} value={view} onChange={setView} />
              ) : null}
              {counts?.length === 0 ? (
                <ButtonLink icon={<IconClipboardList size={18} aria-hidden="true" />} to={countPath}>
                  Count
                </ButtonLink>
              ) : null}
            </Group>
          ) : null}
          {view === 'edit' && mayChange ? (
            <QuickAddField
              target={target}
              label="Add by name or code"
              suggest={suggest}
              onName={async (typed) =>
                (await find(typed)).length > 0
                  ? 'Choose a product from the list'
                  : `No product found for “${typed}”`
              }
              onPaste={() => setPasting(true)}
            />
          ) : null}
          <ListState
            count={items.length}
            failed={failed}
            empty={{
              words: mayChange
                ? 'This template is empty. Add products above by name or code, or open a product and add it from there.'
                : 'This template is empty.',
            }}
          >
            {view === 'edit' ? (
              <TemplateItems template={template} products={products} />
            ) : trolly && products ? (
              <TemplateToOrder
                template={template}
                products={products}
                hasAllProducts={hasAllProducts}
                trolly={trolly}
              />
            ) : null}
          </ListState>
        </>
      )}
      <AddProducts
        open={pasting}
        onClose={() => setPasting(false)}
        template={template}
        priceListId={customer.priceListId}
      />
      <RenameTemplate open={renaming} onClose={() => setRenaming(false)} template={template} />
      {trolly ? <ShoppingFoot trolly={trolly} note={orderByOf(trolly.view)} /> : null}
    </>
  )
}

type TemplateToOrderProps = {
  template: TemplateView
  products: ReadonlyMap<string, Product>
  /** Until then, those of the first screen. */
  hasAllProducts: boolean
  trolly: OpenTrolly
}

/** Its products with their quantities in the trolly, in shelf order. */
function TemplateToOrder({ template, products, hasAllProducts, trolly }: TemplateToOrderProps) {
  const { name, items } = template
  const { view, pricesHere } = trolly
  const device = useUserDevice()
  const { onQuantity, ...productRows } = useProductRows(trolly)
  const marks = useFavouriteMarks(view)
  const note = useNotedQuantities(template)
  // Stable, so a tap re-renders one row.
  const change = useCallback<NonNullable<typeof onQuantity>>(
    async (asked, product) => {
      await onQuantity?.(asked, product)
      if (asked.quantity > 0) note(product.product_no, asked.quantity)
    },
    [note, onQuantity],
  )
  const ordered = useLastQuantities(view.customerId)
  const shown = useMemo(
    () => items.flatMap(({ product_no }) => products.get(product_no) ?? []),
    [items, products],
  )
  const wanted = useMemo(() => {
    const names = namesApart(shown)
    return items.map(
      ({ product_no, ...item }): Wanted => ({
        product_no,
        name: names.get(product_no) ?? `Product ${product_no}`,
        quantity: usualQuantity(item, view.deliveryDay) ?? ordered.get(product_no) ?? 1,
        fillsUp: parOn(item, view.deliveryDay) !== null,
      }),
    )
  }, [items, shown, ordered, view.deliveryDay])
  const notes = useMemo(
    () => new Map(items.flatMap((item) => noteOf(item.product_no, quantityNote(item, view.deliveryDay)))),
    [items, view.deliveryDay],
  )
  const missing = hasAllProducts ? items.filter(({ product_no }) => !products.has(product_no)) : []
  return (
    <>
      <AddAll
        trolly={trolly}
        wanted={wanted}
        onAdded={(added) =>
          noteQuantities(
            device,
            template,
            added.filter(({ quantity }) => quantity > 0),
          ).catch(showFailure)
        }
      />
      <ResultRows
        label={name}
        products={shown}
        count={items.length}
        {...productRows}
        {...marks}
        onQuantity={onQuantity && change}
        pricesHere={pricesHere}
        notes={notes}
      />
      {missing.length > 0 ? (
        <Banner tone="plain" inset>
          {`Not sold at the moment, or not on this device: ${missing.map(({ product_no }) => product_no).join(', ')}.`}
        </Banner>
      ) : null}
    </>
  )
}

const noteOf = (product_no: string, note: string | undefined): [string, string][] =>
  note === undefined ? [] : [[product_no, note]]
