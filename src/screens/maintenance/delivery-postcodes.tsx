import {
  type DeliveryPostcode,
  DeliveryPostcodeFields,
  deliveryPostcodes,
} from '#contract/delivery-postcodes.ts'
import { type Holiday, HolidayFields, holidays } from '#contract/holidays.ts'
import { weekdaysText } from '#domain/delivery-words.ts'
import { dayText, londonDayOf } from '#domain/london-time.ts'
import { moneyText } from '#domain/money.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { useKeptRecords } from '#src/device/use-kept-records.ts'
import { TRY_IT, usePostcodeTrial } from '#src/features/trials/use-trial.ts'
import { DAY_ORDER, type ListColumn } from '#src/ui/kit/list/list-column.ts'
import { type ListRequest, useListAddress } from '#src/ui/kit/list/list-request.ts'
import type { ListFilter } from '#src/ui/kit/list/list-toolbar.tsx'
import { plainWords } from '#src/ui/kit/record/field-changes.tsx'
import type { FieldSpec } from '#src/ui/kit/record/field-spec.ts'
import type { FieldWords } from '#src/ui/kit/record/kept-records.ts'
import { ListChoice, useChosenList } from '#src/ui/kit/record/list-choice.tsx'
import { RecordScreen } from '#src/ui/kit/record/record-screen.tsx'

const LISTS = [
  { value: 'postcodes', label: 'Postcodes' },
  { value: 'holidays', label: 'Holidays' },
]
const CHOICE = <ListChoice label="Postcodes or holidays" lists={LISTS} />
const TITLE = { title: 'Delivery postcodes', detail: 'Where we deliver, when, and what it costs' }

export function Screen() {
  return useChosenList(LISTS) === 'holidays' ? <Holidays /> : <Postcodes />
}

const COLUMNS: ListColumn<DeliveryPostcode>[] = [
  { id: 'prefix', label: 'Postcode', text: ({ prefix }) => prefix, sortable: true, width: '8rem' },
  { id: 'town', label: 'Town', text: ({ town }) => town, sortable: true, narrow: 'plain' },
  { id: 'depot', label: 'Depot', text: ({ depot }) => depot, sortable: true, narrow: 'spare' },
  { id: 'route', label: 'Route', text: ({ route }) => route, sortable: true, width: '7rem' },
  {
    id: 'days',
    label: 'Days',
    text: ({ deliveryWeekdays }) => weekdaysText(deliveryWeekdays),
    width: '10rem',
  },
  { id: 'cutOff', label: 'Cut-off', text: ({ cutOffTime }) => cutOffTime, width: '6rem' },
  {
    id: 'minimum',
    label: 'Minimum',
    text: ({ minimumOrderPence }) => moneyText(minimumOrderPence),
    isNumber: true,
    width: '7rem',
  },
  {
    id: 'charge',
    label: 'Charge',
    text: ({ deliveryChargePence }) => moneyText(deliveryChargePence),
    isNumber: true,
    narrow: 'amount',
    width: '7rem',
  },
  {
    id: 'served',
    label: 'Served',
    text: ({ served }) => (served ? 'Yes' : 'No'),
    narrow: 'spare',
    width: '6rem',
  },
]

const FILTERS: ListFilter[] = [
  {
    name: 'served',
    label: 'Served',
    any: 'Any',
    options: [
      { value: 'yes', label: 'Served' },
      { value: 'no', label: 'Not served' },
    ],
  },
]

const FIELDS: FieldSpec[] = [
  { name: 'prefix', label: 'Postcode', hint: 'HX, HX1 or HX1 1: the longest that names an address counts' },
  { name: 'town', label: 'Town' },
  { name: 'region', label: 'Region' },
  { name: 'area', label: 'Area' },
  { name: 'depot', label: 'Depot' },
  { name: 'route', label: 'Route' },
  { name: 'deliveryWeekdays', label: 'Delivery days', control: 'weekdays' },
  { name: 'cutOffTime', label: 'Cut-off', hint: 'London time', control: 'time' },
  { name: 'minimumOrderPence', label: 'Minimum order' },
  { name: 'deliveryChargePence', label: 'Delivery charge' },
  { name: 'served', label: 'We deliver there' },
  { name: 'latitude', label: 'Latitude', hint: 'Decimal degrees, such as 53.7248' },
  { name: 'longitude', label: 'Longitude', hint: 'Decimal degrees, such as -1.8658' },
]

const NEW: Partial<DeliveryPostcodeFields> = {
  deliveryWeekdays: [1, 2, 3, 4, 5],
  cutOffTime: '22:00',
  minimumOrderPence: 0,
  deliveryChargePence: 0,
  served: true,
}
const BY_PREFIX = { sort: 'prefix' }
const WORDS = {
  noun: ['postcode', 'postcodes'] as const,
  added: 'Postcode added',
  saved: 'Postcode saved',
  deleted: 'Postcode deleted',
  restored: 'Postcode restored',
}

const valueWords: FieldWords = (field, value) => {
  if (typeof value === 'number' && field.endsWith('Pence')) return moneyText(value)
  return field === 'deliveryWeekdays' && Array.isArray(value) ? weekdaysText(value) : plainWords(field, value)
}

const filtersOf = ({ served }: ListRequest['filters']) =>
  served === undefined ? {} : { served: served === 'yes' }

const OPTIONS = { words: WORDS, filtersOf }

function Postcodes() {
  const address = useListAddress(BY_PREFIX)
  const records = useKeptRecords(deliveryPostcodes, address.request, OPTIONS)
  const runTrial = usePostcodeTrial()
  return (
    <RecordScreen
      {...TITLE}
      above={CHOICE}
      noun={WORDS.noun}
      address={address}
      records={records}
      columns={COLUMNS}
      filters={FILTERS}
      schema={DeliveryPostcodeFields}
      fields={FIELDS}
      fresh={NEW}
      trial={{ label: TRY_IT, run: runTrial }}
      empty="There are no delivery postcodes yet. Add the first one, or import a file of them."
      csv={{ name: 'delivery-postcodes', onFailure: showFailure }}
      kept={{
        records,
        words: valueWords,
        importHint:
          'The columns are those of Export CSV. A row whose postcode is there already changes it; others are added.',
      }}
    />
  )
}

const HOLIDAY_COLUMNS: ListColumn<Holiday>[] = [
  {
    id: 'day',
    label: 'Day',
    text: ({ day }) => dayText(day),
    csv: ({ day }) => day,
    sortable: true,
    orderWords: DAY_ORDER,
    width: '14rem',
  },
  { id: 'name', label: 'Name', text: ({ name }) => name, sortable: true, narrow: 'plain' },
]

const HOLIDAY_FILTERS: ListFilter[] = [
  { name: 'days', label: 'Days', any: 'Still to come', options: [{ value: 'all', label: 'Past ones too' }] },
]

const HOLIDAY_FIELDS: FieldSpec[] = [
  {
    name: 'day',
    label: 'Day',
    hint: 'A year without days here has the bank holidays. Once it has one, it has no others',
  },
  { name: 'name', label: 'Name' },
]

const HOLIDAYS = {
  words: {
    noun: ['holiday', 'holidays'] as const,
    added: 'Holiday added',
    saved: 'Holiday saved',
    deleted: 'Holiday deleted',
    restored: 'Holiday restored',
  },
  filtersOf: ({ days }: ListRequest['filters']) => (days === 'all' ? {} : { from: londonDayOf(new Date()) }),
}
const BY_DAY = { sort: 'day' }
const NOTHING = {}

function Holidays() {
  const address = useListAddress(BY_DAY)
  const records = useKeptRecords(holidays, address.request, HOLIDAYS)
  return (
    <RecordScreen
      {...TITLE}
      above={CHOICE}
      noun={HOLIDAYS.words.noun}
      address={address}
      records={records}
      columns={HOLIDAY_COLUMNS}
      filters={HOLIDAY_FILTERS}
      schema={HolidayFields}
      fields={HOLIDAY_FIELDS}
      fresh={NOTHING}
      empty="No holiday is to come, so the bank holidays count. Once a year has a day here, it has no others: add all of them, Christmas too."
      csv={{ name: 'holidays', onFailure: showFailure }}
      kept={{
        records,
        words: holidayWords,
        importHint:
          'The columns are those of Export CSV. A row whose day is there already renames it; others are added.',
      }}
    />
  )
}

const holidayWords: FieldWords = (field, value) =>
  field === 'day' && typeof value === 'string' ? dayText(value) : plainWords(field, value)
