import { SegmentedControl, Skeleton } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/Skeleton.layer.css'
import { useQuery } from '@tanstack/react-query'
import type { TrollyView } from '#domain/operations/view.ts'
import { DELIVERY_METHODS, METHOD_WORDS, type DeliveryMethod as Method } from '#domain/trolly.ts'
import { collectionAddressesQuery } from '#src/device/delivery/place-queries.ts'
import { useApi, useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'

export type DeliveryMethodProps = {
  trolly: TrollyView
  disabled: boolean
  /** A collection begins with its place and time. */
  onCollect: () => void
}

/** Absent where nothing can be collected. */
export function DeliveryMethod({ trolly, disabled, onCollect }: DeliveryMethodProps) {
  const { outbox } = useUserDevice()
  const { data: sites = [], isPending } = useQuery(collectionAddressesQuery(useApi()))
  const { method = 'delivery' } = trolly
  // It must not push the page down once the sites are known.
  if (isPending && method === 'delivery') return <Skeleton mb={16} height="calc(var(--control) + 8px)" />
  if (sites.length === 0 && method === 'delivery') return null
  const choose = (chosen: Method) => {
    const changes =
      chosen === 'delivery'
        ? { method: chosen, collectionSiteId: null, collectionSlot: null }
        : { method: chosen, deliveryAddressId: null }
    outbox.append(trolly.id, { kind: 'details', changes }).catch(showFailure)
    if (chosen === 'collection') onCollect()
  }
  return (
    <SegmentedControl
      mb={16}
      aria-label="Delivery or collection"
      fullWidth
      data={DELIVERY_METHODS.map((value) => ({ value, label: METHOD_WORDS[value] }))}
      value={method}
      disabled={disabled}
      onChange={(value) => choose(value as Method)}
    />
  )
}
