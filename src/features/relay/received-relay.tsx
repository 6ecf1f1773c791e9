import { Box, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Discount } from '#domain/discounts.ts'
import { dayText, londonDayOf, londonTimeOf } from '#domain/london-time.ts'
import { unpricedWords } from '#domain/money.ts'
import { countText } from '#domain/plain-text.ts'
import { isStale, type Relay, viewRelayed } from '#domain/relay/relay.ts'
import { RelayUnreadable, UNREADABLE_TEXT } from '#domain/relay/unreadable.ts'
import { totalText } from '#domain/totals.ts'
import type { TrollyView } from '#domain/trollies/view.ts'
import { operationText } from '#domain/trollies/words.ts'
import { ApiError } from '#src/api/api-error.ts'
import { messageOfError } from '#src/api/messages.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { customerQuery } from '#src/device/customers/customer-queries.ts'
import { useAction, useApi, useUserDevice } from '#src/device/device-context.tsx'
import { useLive } from '#src/device/use-live.ts'
import { useMayOrder } from '#src/device/use-may-order.ts'
import { useProducts } from '#src/device/use-products.ts'
import { openTrollyOf, productNosOf } from '#src/store/trollies/open-trolly.ts'
import { readTrollyParts } from '#src/store/trollies/trollies.ts'
import { type Carried, carry } from '#src/sync/trollies/relay/carry.ts'
import { Button, ButtonLink } from '#src/ui/action/button.tsx'
import { DefinitionList } from '#src/ui/layout/definition-list.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { useMinute } from '#src/ui/status/minute-clock.ts'

type Result = Carried | { failure: string }

/** Another phone's trolly: what it is, at this phone's prices, and the button that sends it. */
export function ReceivedRelay({ relay, onForget }: { relay: Relay; onForget: () => void }) {
  const { reads } = useUserDevice()
  const api = useApi()
  const run = useAction()
  const mayOrder = useMayOrder()
  const now = useMinute()
  const customer = useQuery(customerQuery(api, relay.customerId))
  const isNew = relay.operations.some(({ operation }) => operation.kind === 'create')
  // What the first phone changed is shown on top of what the server has.
  useQuery({
    queryKey: queryKeys.trollyRead(relay.trollyId),
    queryFn: () => reads.refreshTrolly(relay.trollyId),
    enabled: !isNew,
    gcTime: 0,
  })
  const parts = useLive({
    key: ['relayed', relay.trollyId],
    read: (open) => readTrollyParts(open, relay.trollyId),
  }).value
  const view = useMemo(() => parts && viewRelayed(relay, parts), [relay, parts])
  const [isOldSent, setOldSent] = useState(false)
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<Result>()
  const hasOrder = relay.operations.some(({ operation }) => operation.kind === 'checkout')

  const send = async () => {
    setBusy(true)
    const next = await run(() => carry(api, relay)).catch((error: unknown): Result => {
      if (error instanceof RelayUnreadable) return { failure: UNREADABLE_TEXT[error.code] }
      if (error instanceof ApiError) return { failure: messageOfError(error) }
      throw error
    })
    setResult(next)
    setBusy(false)
    // The trolly's own page reads it, too.
    if (!('failure' in next)) await reads.refreshTrolly(relay.trollyId).catch(() => undefined)
  }

  if (result && !('failure' in result)) return <Outcome relay={relay} result={result} onForget={onForget} />
  const isForeign = customer.error instanceof ApiError && customer.error.status === 404
  const old = isStale(relay, now) && !isOldSent
  return (
    <Stack gap={12} p="var(--page-edge)">
      {isForeign ? (
        <Banner tone="red" inset>
          You can’t order for this account. Sign in as someone who can, then open the link again.
        </Banner>
      ) : null}
      {mayOrder ? null : (
        <Banner tone="red" inset>
          You can browse but not order. Ask the office for access.
        </Banner>
      )}
      {isStale(relay, now) ? (
        <Banner tone="amber" inset>
          This was made more than a day ago. The delivery day or prices may have passed, and it may have been
          sent since.
        </Banner>
      ) : null}
      {result && 'failure' in result ? (
        <Banner tone="red" inset>
          {result.failure}
        </Banner>
      ) : null}
      <DefinitionList
        beside
        items={[
          { term: 'From', value: relay.from },
          { term: 'Made', value: madeText(relay, now) },
          { term: 'Account', value: customer.data?.name ?? relay.customerId },
          {
            term: 'Delivery day',
            value: view?.deliveryDay ? dayText(view.deliveryDay, new Date(now)) : 'No delivery day yet',
          },
        ]}
      />
      {view ? (
        <Lines view={view} discounts={customer.data?.discounts} />
      ) : isForeign ? null : (
        <Text>Its trolly is not on this phone yet.</Text>
      )}
      <Group gap={8}>
        {old ? (
          <Button disabled={isForeign || !mayOrder} onClick={() => setOldSent(true)}>
            Send it anyway
          </Button>
        ) : (
          <Button variant="filled" loading={busy} disabled={isForeign || !mayOrder} onClick={send}>
            {hasOrder ? 'Place order' : 'Send to trolly'}
          </Button>
        )}
        <Button onClick={onForget}>Discard</Button>
      </Group>
      {isForeign ? null : (
        <Text size="sm" c="dimmed">
          {`It stays on ${relay.from}’s phone too, and is sent once, whichever phone is first.`}
        </Text>
      )}
    </Stack>
  )
}

const madeText = ({ madeAt }: Relay, now: number): string => {
  const made = new Date(madeAt)
  return `${dayText(londonDayOf(made), new Date(now))}, ${londonTimeOf(made)}`
}

function Lines({ view, discounts }: { view: TrollyView; discounts: readonly Discount[] | undefined }) {
  const product_nos = useMemo(() => productNosOf(view), [view])
  const { products, pricesHere } = useProducts(view.priceListId, product_nos)
  const { rows, totals } = openTrollyOf({ view, queue: [], products, pricesHere, discounts })
  const present = rows.filter(({ line }) => !line.removed)
  return (
    <Section title={countText(present.length, 'line')}>
      <DefinitionList
        items={[
          ...present.map(({ line, product }) => ({
            term: product ? `${product.name} (${line.product_no})` : `Product ${line.product_no}`,
            value: String(line.quantity),
          })),
          {
            term: 'Total',
            // Beside long names, a narrow phone would break it within the amount.
            value: (
              <span style={{ whiteSpace: 'nowrap' }}>{totalText(totals, unpricedWords(pricesHere))}</span>
            ),
            strong: true,
          },
        ]}
      />
    </Section>
  )
}

function Outcome({
  relay,
  result: { orderNo, refused, isOrderKept },
  onForget,
}: {
  relay: Relay
  result: Carried
  onForget: () => void
}) {
  const nameOf = (product_no: string) => `product ${product_no}`
  return (
    <Stack gap={12} p="var(--page-edge)">
      {orderNo === undefined ? null : (
        <Banner tone="green" inset>
          <strong>{`Placed as ${orderNo}.`}</strong>{' '}
          {`${relay.from}’s phone will show it when it is back online.`}
        </Banner>
      )}
      {refused.length > 0 ? (
        <Banner tone="amber" inset>
          <strong>{isOrderKept || orderNo === undefined ? 'Not everything was sent.' : 'Not sent.'}</strong>{' '}
          {`${relay.from}’s phone will ask about it.${isOrderKept ? ' The order was not placed.' : ''}`}
          <Box component="ul" m={0} ps="1.25rem">
            {refused.map(({ operation, message }) => (
              <li
                key={`${operation.kind} ${message}`}
              >{`${operationText(operation, nameOf)}: ${message}`}</li>
            ))}
          </Box>
        </Banner>
      ) : null}
      {orderNo === undefined && refused.length === 0 ? (
        <Banner tone="green" inset>
          Sent. The lines are in the trolly.
        </Banner>
      ) : null}
      <Group gap={8}>
        {orderNo === undefined ? (
          <ButtonLink to={`/orders/create-${relay.trollyId}`}>Open trolly</ButtonLink>
        ) : (
          <ButtonLink to="/orders/active-orders">See orders</ButtonLink>
        )}
        <Button onClick={onForget}>Receive another</Button>
      </Group>
    </Stack>
  )
}
