import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CollectionAddress } from '#contract/collection-addresses.ts'
import { asOfText } from '#domain/as-of.ts'
import { type CollectionDay, keepsSlot, slotText } from '#domain/collection.ts'
import { dayText } from '#domain/london-time.ts'
import { STORAGE_TYPES } from '#domain/product.ts'
import { reasonOf } from '#src/api/messages.ts'
import { changeDetails } from '#src/device/change-details.ts'
import { collectionAddressesQuery } from '#src/device/delivery/place-queries.ts'
import { useApi, useUserDevice } from '#src/device/device-context.tsx'
import type { PlaceSheetProps } from '#src/features/delivery/delivery-sheets.tsx'
import { CutOff } from '#src/features/delivery/order-by.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { ChoiceList } from '#src/ui/list/choice-list.tsx'
import { ListState } from '#src/ui/list/list-state.tsx'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import { Sheet } from '#src/ui/surface/sheet.tsx'

/** The time chosen also changes the trolly to a collection from its place. */
export function CollectionSheet({ trolly, onClose }: PlaceSheetProps) {
  const device = useUserDevice()
  const now = new Date(useMinute())
  const {
    data: sites = [],
    dataUpdatedAt,
    isPending,
    error,
    refetch,
  } = useQuery(collectionAddressesQuery(useApi()))
  const [chosenId, setChosenId] = useState(trolly.collectionSiteId ?? undefined)
  const found = sites.find(({ id }) => id === chosenId) ?? (sites.length === 1 ? sites[0] : undefined)
  const site = found && keepsSlot(found, trolly)
  const choose = (deliveryDay: string, collectionSlot: string) => {
    onClose()
    if (!site) return
    const changes = {
      method: 'collection' as const,
      deliveryAddressId: null,
      collectionSiteId: site.id,
      collectionSlot,
      deliveryDay,
    }
    void changeDetails(device, trolly, changes)
  }
  return (
    <Sheet open onClose={onClose} title="Collection" flush>
      <ListState
        count={sites.length}
        loading={isPending}
        expected={2}
        age={error && sites.length > 0 ? `Times as of ${asOfText(new Date(dataUpdatedAt), now)}` : undefined}
        failed={
          error && sites.length === 0
            ? {
                words: `The collection addresses could not be loaded. ${reasonOf(error)}`,
                onRetry: refetch,
              }
            : undefined
        }
        empty={{ words: 'Orders cannot be collected at the moment.', icon: null }}
      >
        <Section title="Where" flush>
          <ChoiceList
            label="Collection address"
            value={site?.id}
            choices={sites.map((each) => ({ value: each.id, label: each.name, detail: siteWords(each) }))}
            onChoose={setChosenId}
          />
        </Section>
        {site ? <Times site={site} trolly={trolly} now={now} onChoose={choose} /> : null}
      </ListState>
    </Sheet>
  )
}

const siteWords = ({ addressLines, town, postcode, storageTypes }: CollectionAddress): string => {
  const notStored = STORAGE_TYPES.filter((type) => !storageTypes.includes(type))
  const without = notStored.length === 0 ? '' : ` · no ${notStored.join(' or ')} goods`
  return `${[...addressLines, town, postcode].filter(Boolean).join(', ')}${without}`
}

type TimesProps = Pick<PlaceSheetProps, 'trolly'> & {
  site: CollectionAddress
  now: Date
  onChoose: (day: string, slot: string) => void
}

function Times({ site, trolly, now, onChoose }: TimesProps) {
  const isSite = trolly.collectionSiteId === site.id
  const days = site.days.flatMap(({ day, slots }): CollectionDay[] => {
    const open = slots.filter(({ closesAt }) => now.getTime() < Date.parse(closesAt))
    return open.length === 0 ? [] : [{ day, slots: open }]
  })
  if (days.length === 0)
    return <Section title="When">No times in the next two weeks. Ask the office.</Section>
  return days.map(({ day, slots }) => (
    <Section key={day} title={dayText(day, now)} flush>
      <ChoiceList
        label={`Times on ${dayText(day, now)}`}
        value={isSite && day === trolly.deliveryDay ? (trolly.collectionSlot ?? undefined) : undefined}
        choices={slots.map(({ slot, closesAt, free }) => ({
          value: slot,
          label: slotText(slot),
          detail: free === 0 ? 'Fully booked' : <CutOff cutOffAt={closesAt} now={now} />,
          disabled: free === 0,
        }))}
        onChoose={(slot) => onChoose(day, slot)}
      />
    </Section>
  ))
}
