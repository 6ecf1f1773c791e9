import { IconPrinter, IconTrash } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { v7 as uuidv7 } from 'uuid'
import type { Count } from '#domain/counts/count.ts'
import { type CountLine, countLines, nextLineOf } from '#domain/counts/lines.ts'
import { dayText } from '#domain/london-time.ts'
import { countText } from '#domain/plain-text.ts'
import type { Product } from '#domain/product.ts'
import type { TemplateView } from '#domain/templates/view.ts'
import { useUser, useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { discardCount, enterCount, finishCount } from '#src/features/counts/count-actions.ts'
import { CountOne } from '#src/features/counts/count-one.tsx'
import { CountReview } from '#src/features/counts/count-review.tsx'
import { CountSheet } from '#src/features/counts/count-sheet.tsx'
import { CountTable } from '#src/features/counts/count-table.tsx'
import { useCounts } from '#src/features/counts/use-counts.ts'
import { WithCustomer } from '#src/features/customers/with-customer.tsx'
import { noteQuantities } from '#src/features/templates/template-actions.ts'
import { useTemplate } from '#src/features/templates/use-template.ts'
import { fillFromCount } from '#src/features/trolly/add-all/fill-from-count.ts'
import { useTrollyToFill } from '#src/features/trolly/open-trollies/use-trolly-to-fill.ts'
import { useTrolly } from '#src/features/trolly/use-trolly.ts'
import { Button, ButtonLink } from '#src/ui/action/button.tsx'
import { BarTitle } from '#src/ui/layout/bar-title.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { StickyFoot } from '#src/ui/layout/totals-foot.tsx'
import { ListState } from '#src/ui/list/list-state.tsx'
import { ProductSkeleton } from '#src/ui/list/row-skeleton.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { EmptyState } from '#src/ui/status/empty-state.tsx'
import { Menu } from '#src/ui/surface/menu.tsx'
import { useIsDesk } from '#src/ui/theme/use-media.ts'
import styles from './count.module.css'

type OrderingFor = Parameters<typeof useTrollyToFill>[0]

export function Screen({ id }: { id: string }) {
  return (
    <WithCustomer>{(orderingFor) => <CountOf key={id} id={id} orderingFor={orderingFor} />}</WithCustomer>
  )
}

function CountOf({ id, orderingFor }: { id: string; orderingFor: OrderingFor }) {
  const { customer } = orderingFor
  const ofCustomer = { customerId: customer.id, priceListId: customer.priceListId }
  const { template, products, ...state } = useTemplate(id, ofCustomer)
  const counts = useCounts(ofCustomer)
  if (!template || !products || !counts.value)
    return (
      <>
        <PageHeader title="Count" back={backTo(id)} />
        <ListState
          {...state}
          count={0}
          skeleton={<ProductSkeleton />}
          loading={state.loading || template !== undefined}
          empty={{
            words: 'We can’t find this template. It may have been deleted or is no longer shared with you.',
            action: <ButtonLink to="/orders/templates">See your templates</ButtonLink>,
          }}
        >
          {null}
        </ListState>
      </>
    )
  return (
    <Counting
      template={template}
      products={products}
      open={counts.value.filter(({ templateId }) => templateId === id)}
      orderingFor={orderingFor}
    />
  )
}

const backTo = (id: string) => ({ to: `/orders/templates-${id}`, label: 'Template' })

type CountingProps = {
  template: TemplateView
  products: ReadonlyMap<string, Product>
  /** The template's open counts. */
  open: readonly Count[]
  orderingFor: OrderingFor
}

function Counting({ template, products, open, orderingFor }: CountingProps) {
  const { customer } = orderingFor
  const device = useUserDevice()
  const isDesk = useIsDesk()
  const { mayOrder, openId, trollyId } = useTrollyToFill(orderingFor)
  const trolly = useTrolly(trollyId ?? '').value
  const deliveryDay = trolly?.view.deliveryDay ?? orderingFor.deliveryDay
  const { count, start, pin, hasEnded } = useCount(template.id, open)
  const [isReview, setReview] = useState(false)
  const [changed, setChanged] = useState<ReadonlyMap<string, number>>(NOTHING)
  const [isFinishing, setFinishing] = useState(false)
  const navigate = useNavigate()

  const lines = useMemo(() => {
    const present = trolly?.view.lines.filter(({ removed }) => !removed) ?? []
    return countLines({
      items: template.items,
      products,
      entries: count?.entries ?? [],
      deliveryDay,
      inTrolly: new Map(present.map(({ product_no, quantity }) => [product_no, quantity])),
    })
  }, [template.items, products, count?.entries, deliveryDay, trolly?.view.lines])
  const [at, setAt] = useState(() => nextLineOf(lines) ?? lines.length)
  const isReviewed = isReview || (!isDesk && at >= lines.length)
  usePrint(lines.length > 0)

  const enter = (product_no: string, halves: number | null) => {
    pin()
    void enterCount(device, { customerId: customer.id, start }, { product_no, halves })
  }
  const discard = async () => {
    setFinishing(true)
    if (await discardCount(device, { customerId: customer.id, start })) navigate(back.to)
    else setFinishing(false)
  }
  const toOrder = lines.flatMap((line) => {
    const order = changed.get(line.product_no) ?? line.order
    return order > 0 ? [{ ...line, quantity: line.inTrolly + order }] : []
  })
  const finish = async () => {
    setFinishing(true)
    const filled =
      toOrder.length === 0
        ? undefined
        : await fillFromCount(device, { countId: start.id, openId, orderingFor, wanted: toOrder })
    if (filled?.failure !== undefined) {
      setFinishing(false)
      return notifications.show({ message: filled.failure, statusColor: 'error', showInProduction: true })
    }
    await finishCount(device, { customerId: customer.id, start }, filled?.trollyId)
    if (!filled) return navigate(back.to)
    await noteQuantities(device, template, filled.added).catch(showFailure)
    tellFilled(filled)
    navigate(`/orders/create-${filled.trollyId}`)
  }

  const back = backTo(template.id)
  const words = 'Counts are saved on this device'
  return (
    <>
      <PageHeader
        title={isReviewed ? 'Review the count' : template.name}
        detail={isDesk ? `Count · ${words.toLowerCase()}` : undefined}
        back={isDesk ? back : undefined}
        titleInBar={!isDesk}
        actions={isDesk ? <CountMenu onDiscard={count && discard} /> : null}
      />
      {isDesk ? null : (
        <BarTitle title={template.name} detail={`Count · ${words.toLowerCase()}`} back={back} />
      )}
      <div className={styles.page} data-screen-only>
        {isFinishing ? null : hasEnded ? (
          <EmptyState
            words="This count has been finished or discarded."
            icon={null}
            action={<ButtonLink to={back.to}>Back to the template</ButtonLink>}
          />
        ) : lines.length === 0 ? (
          <EmptyState
            words="This template is empty. Add products to it before you count."
            action={<ButtonLink to={back.to}>Back to the template</ButtonLink>}
          />
        ) : isReviewed ? (
          <>
            <CountReview
              lines={lines}
              changed={changed}
              onChange={(product_no, quantity) =>
                setChanged((before) => new Map(before).set(product_no, quantity))
              }
              onCount={(place) => {
                setAt(place)
                setReview(false)
              }}
            />
            <StickyFoot>
              <div className={styles.foot}>
                {isDesk ? null : <CountMenu onDiscard={count && discard} />}
                <Button
                  onClick={() => {
                    setAt(nextLineOf(lines) ?? 0)
                    setReview(false)
                  }}
                >
                  Back to counting
                </Button>
                {mayOrder ? (
                  <Button variant="filled" onClick={finish}>
                    {toOrder.length === 0
                      ? 'Finish count'
                      : `Add ${countText(toOrder.length, 'product')} to trolly`}
                  </Button>
                ) : (
                  <p>You can count but not order. Somebody who orders can finish this count.</p>
                )}
              </div>
            </StickyFoot>
          </>
        ) : isDesk ? (
          <>
            <CountTable lines={lines} onEnter={enter} />
            <StickyFoot>
              <div className={styles.foot}>
                <p>{`${countedOf(lines)} of ${lines.length} counted`}</p>
                <Button variant="filled" onClick={() => setReview(true)}>
                  Review
                </Button>
              </div>
            </StickyFoot>
          </>
        ) : (
          <CountOne lines={lines} at={at} onAt={setAt} onEnter={enter} onReview={() => setReview(true)} />
        )}
      </div>
      <CountSheet
        title={template.name}
        detail={[customer.name, ...(deliveryDay === null ? [] : [`delivery ${dayText(deliveryDay)}`])].join(
          ' · ',
        )}
        lines={lines}
      />
    </>
  )
}

const NOTHING: ReadonlyMap<string, number> = new Map()

const countedOf = (lines: readonly CountLine[]): number =>
  lines.filter(({ entry }) => entry != null && entry.halves !== null).length

/** The count that the link names, else the latest open one, else a new one, which begins with its first entry. */
const useCount = (templateId: string, open: readonly Count[]) => {
  const [query] = useSearchParams()
  const named = query.get('count')
  const user = useUser()
  const [pinned, setPinned] = useState(named)
  const [seen, setSeen] = useState<string>()
  const [own] = useState(() => ({
    id: uuidv7(),
    templateId,
    startedAt: new Date().toISOString(),
    startedByName: user.username,
  }))
  const count = pinned === null ? open[0] : open.find(({ id }) => id === pinned)
  if (count && count.id !== seen) setSeen(count.id)
  const start = count ?? own
  return {
    count,
    start: {
      id: start.id,
      templateId,
      startedAt: start.startedAt,
      startedByName: start.startedByName,
    },
    /** Others may begin counts meanwhile: this page stays with its own. */
    pin: () => setPinned(start.id),
    hasEnded: !count && (seen !== undefined || named !== null),
  }
}

/** Where a link asks for it: once the lines are there to print. */
const usePrint = (isReady: boolean): void => {
  const { state } = useLocation()
  const prints = isReady && state?.prints === true
  useEffect(() => {
    if (prints) window.print()
  }, [prints])
}

function CountMenu({ onDiscard }: { onDiscard: (() => void) | undefined }) {
  return (
    <Menu
      label="More for this count"
      items={[
        {
          label: 'Print count sheet',
          icon: <IconPrinter size={18} aria-hidden="true" />,
          onSelect: () => window.print(),
        },
        ...(onDiscard
          ? [
              {
                label: 'Discard count',
                icon: <IconTrash size={18} aria-hidden="true" />,
                tone: 'red' as const,
                onSelect: onDiscard,
              },
            ]
          : []),
      ]}
    />
  )
}

const tellFilled = ({
  added,
  notAdded,
}: {
  added: readonly unknown[]
  notAdded: readonly { name: string }[]
}): void => {
  const names = notAdded.map(({ name }) => name).join(', ')
  notifications.show({
    message: `${countText(added.length, 'product')} added to the trolly${names === '' ? '' : `. Not added: ${names}`}`,
    statusColor: names === '' ? 'success' : 'warning',
    showInProduction: true,
  })
}
