import {
  AdvertFields,
  type MaintainedAdvert,
  maintainedAdverts,
  type TradeTerm,
  TradeTermFields,
  tradeTerms,
} from '#contract/search-terms.ts'
import { dayText } from '#domain/london-time.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { useKeptRecords } from '#src/device/use-kept-records.ts'
import { DAY_ORDER, type ListColumn } from '#src/ui/kit/list/list-column.ts'
import { type ListRequest, useListAddress } from '#src/ui/kit/list/list-request.ts'
import type { ListFilter } from '#src/ui/kit/list/list-toolbar.tsx'
import { plainWords } from '#src/ui/kit/record/field-changes.tsx'
import type { FieldSpec } from '#src/ui/kit/record/field-spec.ts'
import type { FieldWords } from '#src/ui/kit/record/kept-records.ts'
import { ListChoice } from '#src/ui/kit/record/list-choice.tsx'
import { RecordScreen } from '#src/ui/kit/record/record-screen.tsx'

/** The parts of search that staff maintain: synonyms and adverts. */

export const SEARCH_LISTS = [
  { value: 'searches', label: 'Searches' },
  { value: 'synonyms', label: 'Synonyms' },
  { value: 'adverts', label: 'Adverts' },
]

export const SEARCH_LIST_CHOICE = <ListChoice label="Searches, synonyms or adverts" lists={SEARCH_LISTS} />

const activeFilter = (words: readonly [yes: string, no: string]): ListFilter => ({
  name: 'active',
  label: 'Used',
  any: 'Any',
  options: [
    { value: 'yes', label: words[0] },
    { value: 'no', label: words[1] },
  ],
})
const filtersOf = ({ active }: ListRequest['filters']) =>
  active === undefined ? {} : { active: active === 'yes' }

const TERM_COLUMNS: ListColumn<TradeTerm>[] = [
  { id: 'typed', label: 'Typed', text: ({ typed }) => typed, sortable: true, width: '16rem' },
  { id: 'means', label: 'Also finds', text: ({ means }) => means.join(', '), narrow: 'plain' },
  {
    id: 'bothWays',
    label: 'Both ways',
    text: ({ bothWays }) => (bothWays ? 'Yes' : 'No'),
    narrow: 'spare',
    width: '7rem',
  },
  {
    id: 'active',
    label: 'Used',
    text: ({ active }) => (active ? 'Yes' : 'No'),
    narrow: 'spare',
    width: '6rem',
  },
]
const TERM_FILTERS = [activeFilter(['Used', 'Off'])]
const TERM_FIELDS: FieldSpec[] = [
  { name: 'typed', label: 'Typed', hint: 'What people type, such as: loo roll' },
  { name: 'means', label: 'Also find', hint: 'One word or phrase on each line, such as: toilet roll' },
  { name: 'bothWays', label: 'Works both ways', hint: 'Searching for one of these finds the term as well' },
  { name: 'active', label: 'Used', hint: 'Off: it means nothing else, whatever comes with Trolly' },
]
const TERMS = {
  words: {
    noun: ['synonym', 'synonyms'] as const,
    added: 'Synonym added',
    saved: 'Synonym saved',
    deleted: 'Synonym deleted',
    restored: 'Synonym restored',
  },
  filtersOf,
}
const BY_TYPED = { sort: 'typed' }
const NEW_TERM: Partial<TradeTermFields> = { means: [], bothWays: false, active: true }

export function Synonyms() {
  const address = useListAddress(BY_TYPED)
  const records = useKeptRecords(tradeTerms, address.request, TERMS)
  return (
    <RecordScreen
      title="Synonyms"
      detail="Besides those that come with Trolly"
      above={SEARCH_LIST_CHOICE}
      noun={TERMS.words.noun}
      address={address}
      records={records}
      columns={TERM_COLUMNS}
      filters={TERM_FILTERS}
      schema={TradeTermFields}
      fields={TERM_FIELDS}
      fresh={NEW_TERM}
      empty="There are no synonyms of your own yet. Trolly comes with those of the trade."
      csv={{ name: 'search-terms', onFailure: showFailure }}
      kept={{
        records,
        importHint:
          'The columns are those of Export CSV. A row whose typed words are there already changes it; others are added.',
      }}
    />
  )
}

const ADVERT_COLUMNS: ListColumn<MaintainedAdvert>[] = [
  { id: 'title', label: 'Title', text: ({ title }) => title, sortable: true },
  { id: 'code', label: 'Code', text: ({ code }) => code, sortable: true, narrow: 'plain', width: '10rem' },
  {
    id: 'position',
    label: 'Place',
    text: ({ position }) => position,
    sortable: true,
    isNumber: true,
    narrow: 'spare',
    width: '6rem',
  },
  {
    id: 'days',
    label: 'Shown',
    text: (advert) => daysText(advert),
    orderWords: DAY_ORDER,
    width: '16rem',
  },
  {
    id: 'products',
    label: 'Products',
    text: ({ product_nos }) => product_nos.length,
    isNumber: true,
    narrow: 'amount',
    width: '7rem',
  },
  {
    id: 'active',
    label: 'Used',
    text: ({ active }) => (active ? 'Yes' : 'No'),
    narrow: 'spare',
    width: '6rem',
  },
]

const daysText = ({ firstDay, lastDay }: MaintainedAdvert): string => {
  if (firstDay === null && lastDay === null) return 'Always'
  return [
    ...(firstDay === null ? [] : [`from ${dayText(firstDay)}`]),
    ...(lastDay === null ? [] : [`to ${dayText(lastDay)}`]),
  ].join(' ')
}

const ADVERT_FILTERS = [activeFilter(['Used', 'Off'])]
const ADVERT_FIELDS: FieldSpec[] = [
  { name: 'code', label: 'Code', hint: 'Your own, such as summer-bbq' },
  { name: 'title', label: 'Title' },
  { name: 'text', label: 'Text', hint: 'A sentence below the title' },
  { name: 'position', label: 'Place', hint: 'The lowest first; three are shown' },
  { name: 'firstDay', label: 'From', hint: 'Blank: at once', control: 'day' },
  { name: 'lastDay', label: 'To', hint: 'Blank: until you end it', control: 'day' },
  { name: 'product_nos', label: 'Products', hint: 'A code on each line', rows: 6 },
  { name: 'active', label: 'Used' },
]
const ADVERTS = {
  words: {
    noun: ['advert', 'adverts'] as const,
    added: 'Advert added',
    saved: 'Advert saved',
    deleted: 'Advert deleted',
    restored: 'Advert restored',
  },
  filtersOf,
}
const BY_PLACE = { sort: 'position' }
const NEW_ADVERT: Partial<AdvertFields> = {
  text: '',
  position: 1,
  firstDay: null,
  lastDay: null,
  product_nos: [],
  active: true,
}

const advertWords: FieldWords = (field, value) =>
  field.endsWith('Day') && typeof value === 'string' ? dayText(value) : plainWords(field, value)

export function AdvertList() {
  const address = useListAddress(BY_PLACE)
  const records = useKeptRecords(maintainedAdverts, address.request, ADVERTS)
  return (
    <RecordScreen
      title="Adverts"
      detail="Banners on home and search, which lead to their products"
      above={SEARCH_LIST_CHOICE}
      noun={ADVERTS.words.noun}
      address={address}
      records={records}
      columns={ADVERT_COLUMNS}
      filters={ADVERT_FILTERS}
      schema={AdvertFields}
      fields={ADVERT_FIELDS}
      fresh={NEW_ADVERT}
      empty="There are no adverts yet. Add the first one."
      csv={{ name: 'adverts', onFailure: showFailure }}
      kept={{
        records,
        words: advertWords,
        importHint:
          'The columns are those of Export CSV. A row whose code is there already changes it; others are added.',
      }}
    />
  )
}
