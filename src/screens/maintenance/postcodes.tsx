import { Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Place, PlaceRequest } from '#contract/postcodes.ts'
import { dayText, londonDayOf } from '#domain/london-time.ts'
import { countText } from '#domain/plain-text.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { usePlaceRequests, usePlaces } from '#src/features/joining/use-places.ts'
import { Button, ButtonLink } from '#src/ui/action/button.tsx'
import { ContactLink } from '#src/ui/action/contact-link.tsx'
import { DAY_ORDER, type ListColumn } from '#src/ui/kit/list/list-column.ts'
import { useListAddress } from '#src/ui/kit/list/list-request.ts'
import { ListScreen } from '#src/ui/kit/list/list-screen.tsx'
import type { ListFilter } from '#src/ui/kit/list/list-toolbar.tsx'
import { RecordDetail } from '#src/ui/kit/record/record-detail.tsx'
import { ListState } from '#src/ui/list/list-state.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'

const COLUMNS: ListColumn<Place>[] = [
  { id: 'prefix', label: 'Postcode', text: ({ prefix }) => prefix, sortable: true, width: '8rem' },
  { id: 'town', label: 'Town', text: ({ town }) => town, sortable: true, narrow: 'plain' },
  { id: 'region', label: 'Region', text: ({ region }) => region, narrow: 'spare' },
  {
    id: 'position',
    label: 'Coordinates',
    text: (place) => coordinatesText(place),
    narrow: 'spare',
    width: '11rem',
  },
  { id: 'served', label: 'Served', text: ({ served }) => (served ? 'Yes' : 'No'), width: '6rem' },
  {
    id: 'waiting',
    label: 'Waiting',
    text: ({ waiting }) => waiting,
    isNumber: true,
    sortable: true,
    narrow: 'amount',
    width: '7rem',
  },
  {
    id: 'latestAt',
    label: 'Last asked',
    text: ({ latestAt }) => (latestAt === null ? '' : dayText(londonDayOf(new Date(latestAt)))),
    csv: ({ latestAt }) => (latestAt === null ? '' : londonDayOf(new Date(latestAt))),
    sortable: true,
    orderWords: DAY_ORDER,
    width: '9rem',
  },
]

const coordinatesText = ({ latitude, longitude }: Place): string =>
  latitude === null || longitude === null ? '' : `${latitude}, ${longitude}`

const FILTERS: ListFilter[] = [
  {
    name: 'show',
    label: 'Show',
    any: 'All places',
    options: [
      { value: 'asked', label: 'Asked about' },
      { value: 'served', label: 'Served' },
      { value: 'not_served', label: 'Not served' },
    ],
  },
]

const MOST_WANTED = { sort: 'waiting', descending: true }

export function Screen() {
  const address = useListAddress(MOST_WANTED)
  const { rows, loadRows } = usePlaces(address.request)
  const [opened, setOpened] = useState<Place>()
  return (
    <>
      <ListScreen
        title="Places"
        detail="Where we deliver, and where people ask us to"
        actions={<ButtonLink to="/maintenance/delivery-postcodes">Delivery postcodes</ButtonLink>}
        noun={['place', 'places']}
        address={address}
        found={rows}
        columns={COLUMNS}
        filters={FILTERS}
        rowId={({ prefix }) => prefix}
        onOpen={setOpened}
        csv={{ name: 'places', loadRows, onFailure: showFailure }}
        empty={{ words: 'No place is known yet. Add delivery postcodes first.', icon: null }}
      />
      {opened ? <PlaceSheet key={opened.prefix} place={opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  )
}

function PlaceSheet({ place, onClose }: { place: Place; onClose: () => void }) {
  const { people, failure, retry, tell } = usePlaceRequests(place.prefix)
  const [busy, setBusy] = useState(false)
  const ready = (people ?? []).filter(({ toldAt, served }) => toldAt === null && served)
  return (
    <Sheet
      open
      wide
      title={[place.prefix, place.town].filter(Boolean).join(', ')}
      onClose={onClose}
      foot={
        ready.length > 0 ? (
          <Button
            variant="filled"
            loading={busy}
            onClick={async () => {
              setBusy(true)
              await tell()
              setBusy(false)
            }}
          >
            {`Tell ${countText(ready.length, 'person', 'people')} that we deliver`}
          </Button>
        ) : undefined
      }
    >
      <Stack gap={16}>
        <RecordDetail
          details={[
            { label: 'Served', value: place.served ? 'Yes' : 'No' },
            ...(place.region === '' ? [] : [{ label: 'Region', value: place.region }]),
            ...(coordinatesText(place) === ''
              ? []
              : [{ label: 'Coordinates', value: coordinatesText(place) }]),
          ]}
        />
        <ListState
          count={people?.length ?? 0}
          loading={people === undefined}
          failed={
            failure === undefined
              ? undefined
              : { words: `The people could not be loaded. ${failure}`, onRetry: () => void retry() }
          }
          empty={{ words: 'Nobody has asked about this place.' }}
        >
          <Stack component="ul" gap={12} p={0} m={0} style={{ listStyle: 'none' }}>
            {people?.map((person) => (
              <Person key={person.id} person={person} />
            ))}
          </Stack>
        </ListState>
      </Stack>
    </Sheet>
  )
}

function Person({
  person: { postcode, contactName, email, contactPhone, createdAt, toldAt, served },
}: {
  person: PlaceRequest
}) {
  return (
    <li>
      <Text fw={700}>{contactName}</Text>
      <Group gap="0 16px">
        <ContactLink to={{ email }} />
        {contactPhone === '' ? null : <ContactLink to={{ phone: contactPhone }} />}
      </Group>
      <Text size="xs" c="dimmed">
        {`${postcode}, asked on ${dayText(londonDayOf(new Date(createdAt)))}. ${
          toldAt !== null
            ? `Told on ${dayText(londonDayOf(new Date(toldAt)))}`
            : served
              ? 'We deliver there now'
              : 'Not served'
        }`}
      </Text>
    </li>
  )
}
