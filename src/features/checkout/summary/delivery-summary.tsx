import { Box, Group, Text } from '@mantine/core'
import type { Customer } from '#domain/customer.ts'
import { whenText } from '#domain/delivery-words.ts'
import type { TrollyView } from '#domain/operations/view.ts'
import { addressText } from '#domain/order.ts'
import type { ChosenPlaces } from '#src/device/delivery/use-places.ts'
import { Button } from '#src/ui/action/button.tsx'

export type DeliverySummaryProps = {
  trolly: TrollyView
  customer: Customer | undefined
  places: ChosenPlaces
  /** undefined: it cannot be changed now. */
  onChangeDay: (() => void) | undefined
  /** Its address, or place and time of its collection. */
  onChangePlace: (() => void) | undefined
}

export function DeliverySummary(props: DeliverySummaryProps) {
  const { trolly, customer, places, onChangeDay, onChangePlace } = props
  const { deliveryDay, collectionSlot, method } = trolly
  const isCollected = method === 'collection'
  const hasTime = deliveryDay !== null && (!isCollected || !!collectionSlot)
  return (
    <Group align="flex-start" gap={12} mb={16}>
      <Box flex="1 1 12rem" miw={0} style={{ overflowWrap: 'anywhere', textWrap: 'pretty' }}>
        <Text fz="var(--text-l)" lh="var(--leading-l)" fw={600}>
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
    ? [customer.name, customer.town, customer.postcode].filter(Boolean).join(', ')
    : trolly.customerId
}
