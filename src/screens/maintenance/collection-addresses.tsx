import { type CollectionSite, CollectionSiteFields, collectionSites } from '#contract/collection-sites.ts'
import { weekdaysText } from '#domain/delivery-words.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { useKeptRecords } from '#src/device/use-kept-records.ts'
import type { ListColumn } from '#src/ui/kit/list/list-column.ts'
import { type ListRequest, useListAddress } from '#src/ui/kit/list/list-request.ts'
import type { ListFilter } from '#src/ui/kit/list/list-toolbar.tsx'
import { plainWords } from '#src/ui/kit/record/field-changes.tsx'
import type { FieldSpec } from '#src/ui/kit/record/field-spec.ts'
import type { FieldWords } from '#src/ui/kit/record/kept-records.ts'
import { RecordScreen } from '#src/ui/kit/record/record-screen.tsx'

const STORAGE_WORDS = { ambient: 'Ambient', chilled: 'Chilled', frozen: 'Frozen' }

const slotsText = (slots: readonly string[]): string =>
  slots.map((slot) => slot.replace(/=.*/, '').replace('-', '–')).join(', ')

const COLUMNS: ListColumn<CollectionSite>[] = [
  { id: 'name', label: 'Name', text: ({ name }) => name, sortable: true },
  { id: 'town', label: 'Town', text: ({ town }) => town, sortable: true, narrow: 'plain', width: '10rem' },
  { id: 'postcode', label: 'Postcode', text: ({ postcode }) => postcode, narrow: 'spare', width: '7rem' },
  { id: 'days', label: 'Open', text: ({ weekdays }) => weekdaysText(weekdays), width: '9rem' },
  { id: 'slots', label: 'Slots', text: ({ slots }) => slotsText(slots), narrow: 'spare' },
  {
    id: 'storage',
    label: 'Keeps',
    text: ({ storageTypes }) => storageTypes.map((type) => STORAGE_WORDS[type]).join(', '),
    narrow: 'spare',
    width: '12rem',
  },
  {
    id: 'active',
    label: 'Offered',
    text: ({ active }) => (active ? 'Yes' : 'No'),
    width: '6rem',
  },
]

const FILTERS: ListFilter[] = [
  {
    name: 'active',
    label: 'Offered',
    any: 'Any',
    options: [
      { value: 'yes', label: 'Offered' },
      { value: 'no', label: 'Not offered' },
    ],
  },
]

const FIELDS: FieldSpec[] = [
  { name: 'siteNo', label: 'Number', hint: 'In your own system' },
  { name: 'name', label: 'Name', hint: 'By which customers choose it' },
  { name: 'addressLines', label: 'Address', hint: 'One line each, above the town', rows: 3 },
  { name: 'town', label: 'Town' },
  { name: 'postcode', label: 'Postcode', type: 'postcode' },
  { name: 'phone', label: 'Telephone', type: 'tel' },
  { name: 'weekdays', label: 'Open on', control: 'weekdays' },
  {
    name: 'slots',
    label: 'Slots',
    hint: 'One line each, with how many orders it takes: 07:00-09:00=12',
    misformed: 'Enter each slot with how many orders it takes, such as 07:00-09:00=12',
  },
  {
    name: 'leadTimeMinutes',
    label: 'Lead time in minutes',
    hint: 'From the order to the beginning of its slot',
  },
  { name: 'closures', label: 'Closed on', hint: 'Besides holidays; one day each, such as 2026-12-24' },
  { name: 'storageTypes', label: 'Keeps', words: STORAGE_WORDS },
  { name: 'active', label: 'Offered to customers' },
]

const NEW: Partial<CollectionSiteFields> = {
  weekdays: [1, 2, 3, 4, 5],
  slots: ['07:00-09:00=12'],
  leadTimeMinutes: 120,
  storageTypes: ['ambient', 'chilled', 'frozen'],
  active: true,
}
const BY_NAME = { sort: 'name' }
const WORDS = {
  noun: ['address', 'addresses'] as const,
  added: 'Address added',
  saved: 'Address saved',
  deleted: 'Address deleted',
  restored: 'Address restored',
}

const valueWords: FieldWords = (field, value) =>
  field === 'weekdays' && Array.isArray(value) ? weekdaysText(value) : plainWords(field, value)

const filtersOf = ({ active }: ListRequest['filters']) =>
  active === undefined ? {} : { active: active === 'yes' }

const OPTIONS = { words: WORDS, filtersOf }

export function Screen() {
  const address = useListAddress(BY_NAME)
  const records = useKeptRecords(collectionSites, address.request, OPTIONS)
  return (
    <RecordScreen
      title="Collection addresses"
      detail="Where customers fetch their orders"
      noun={WORDS.noun}
      address={address}
      records={records}
      columns={COLUMNS}
      filters={FILTERS}
      schema={CollectionSiteFields}
      fields={FIELDS}
      fresh={NEW}
      empty="There are no collection addresses yet. Add the first one."
      csv={{ name: 'collection-addresses', onFailure: showFailure }}
      kept={{
        records,
        words: valueWords,
        importHint:
          'The columns are those of Export CSV. A row whose number is there already changes it; others are added.',
      }}
    />
  )
}
