import { Box, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/Skeleton.layer.css'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Customer } from '#domain/customer.ts'
import { whenText } from '#domain/delivery-words.ts'
import { addressText } from '#domain/order.ts'
import type { TrollyView } from '#domain/trollies/view.ts'
import { DELIVERY_METHODS, METHOD_WORDS, type DeliveryMethod as Method } from '#domain/trolly.ts'
import { changeDetails } from '#src/device/change-details.ts'
import { collectionAddressesQuery } from '#src/device/delivery/place-queries.ts'
import type { ChosenPlaces } from '#src/device/delivery/use-places.ts'
import { useApi, useUserDevice } from '#src/device/device-context.tsx'
import { Button } from '#src/ui/action/button.tsx'
import { TextField } from '#src/ui/form/fields.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { useTypedDetail } from './use-typed-detail.ts'

export type DeliverySectionProps = {
  trolly: TrollyView
  customer: Customer | undefined
  places: ChosenPlaces
  /** Its order is being placed, or waits to be. */
  isSettled: boolean
  chooseDay: () => void
  /** Chooses its address, or place and time of its collection. */
  choosePlace: (method?: Method) => void
  /** The problems with its delivery. */
  children: ReactNode
}

/** Where and when the order comes, and what the driver should know. */
export function DeliverySection({
  isSettled,
  chooseDay,
  choosePlace,
  children,
  ...known
}: DeliverySectionProps) {
  const { trolly } = known
  return (
    <Section title={trolly.method === 'collection' ? 'Collection' : 'Delivery'}>
      {children}
      <DeliveryMethod
        trolly={trolly}
        disabled={trolly.readOnly || isSettled}
        onCollect={() => choosePlace('collection')}
      />
      <DeliverySummary
        {...known}
        onChangeDay={trolly.readOnly ? undefined : chooseDay}
        onChangePlace={trolly.readOnly ? undefined : () => choosePlace()}
      />
      <DetailsForm trolly={trolly} />
    </Section>
  )
}

type DeliverySummaryProps = Pick<DeliverySectionProps, 'trolly' | 'customer' | 'places'> & {
  /** undefined: it cannot be changed now. */
  onChangeDay: (() => void) | undefined
  onChangePlace: (() => void) | undefined
}

function DeliverySummary(props: DeliverySummaryProps) {
  const { trolly, customer, places, onChangeDay, onChangePlace } = props
  const { deliveryDay, collectionSlot, method } = trolly
  const isCollected = method === 'collection'
  const hasTime = deliveryDay !== null && (!isCollected || !!collectionSlot)
  return (
    <Group align="flex-start" gap={12} mb={16}>
      <Box flex="1 1 12rem" miw={0} style={{ overflowWrap: 'anywhere', textWrap: 'pretty' }}>
        <Text fz="var(--text-l)" lh="var(--leading-l)" fw={700}>
          {hasTime
            ? whenText({ ...trolly, deliveryDay }, new Date())
            : isCollected
              ? 'No collection time yet'
              : 'No delivery day yet'}
        </Text>
        <Text mt={8}>{placeWords(props)}</Text>
        {places.address?.accessNotes ? <p>{places.address.accessNotes}</p> : null}
      </Box>
      <Group gap={8}>
        {/* A missing day is a problem, which has its own button. */}
        {onChangeDay && !isCollected && deliveryDay !== null ? (
          <Button compact onClick={onChangeDay}>
            Change day
          </Button>
        ) : null}
        {onChangePlace && isCollected && hasTime ? (
          <Button compact onClick={onChangePlace}>
            Change collection
          </Button>
        ) : null}
        {onChangePlace && !isCollected && customer?.accountKind === 'cash' ? (
          <Button compact onClick={onChangePlace}>
            Change address
          </Button>
        ) : null}
      </Group>
    </Group>
  )
}

const placeWords = ({ trolly, customer, places }: DeliverySummaryProps): string => {
  if (trolly.method === 'collection') return places.site ? addressText(places.site) : ''
  if (trolly.deliveryAddressId) return places.address ? addressText(places.address) : ''
  return customer
    ? [customer.town, customer.postcode].filter(Boolean).join(', ') || customer.name
    : trolly.customerId
}

type DeliveryMethodProps = {
  trolly: TrollyView
  disabled: boolean
  /** A collection begins with its place and time. */
  onCollect: () => void
}

/** Absent where nothing can be collected. */
function DeliveryMethod({ trolly, disabled, onCollect }: DeliveryMethodProps) {
  const device = useUserDevice()
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
    void changeDetails(device, trolly, changes)
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

/** Saved while typing; there is no button. */
export function DetailsForm({ trolly }: { trolly: TrollyView }) {
  return <Details key={trolly.id} trolly={trolly} />
}

function Details({ trolly }: { trolly: TrollyView }) {
  const poNumber = useTypedDetail(trolly, 'poNumber')
  return (
    <Stack gap={16} maw="40rem">
      <TextField
        label="Purchase order number"
        hint="Optional. Shown on your invoice"
        maxLength={60}
        {...poNumber}
      />
      <Instructions trolly={trolly} />
    </Stack>
  )
}

/** Folded until there are some, since few orders have any. */
function Instructions({ trolly }: { trolly: TrollyView }) {
  const field = useTypedDetail(trolly, 'instructions')
  const [isOpen, setIsOpen] = useState(false)
  const isCollected = trolly.method === 'collection'
  // The field stays open when its text is deleted.
  if (!isOpen && field.value !== '') setIsOpen(true)
  if (!isOpen && trolly.readOnly) return null
  if (!isOpen)
    return (
      <Group ms={-16}>
        <Button
          variant="subtle"
          icon={<IconPlus size={20} aria-hidden="true" />}
          aria-expanded={false}
          onClick={() => setIsOpen(true)}
        >
          {isCollected ? 'Add instructions' : 'Add instructions for the driver'}
        </Button>
      </Group>
    )
  return (
    <TextArea
      label={isCollected ? 'Instructions' : 'Instructions for the driver'}
      hint="Optional"
      rows={3}
      maxLength={500}
      // Opened by its button, which it replaces.
      autoFocus={field.value === ''}
      {...field}
    />
  )
}
