import { DiscountFields, discounts, type MaintainedDiscount } from '#contract/discounts.ts'
import { daysText, dayText, londonDayOf } from '#domain/london-time.ts'
import { moneyText, percentText } from '#domain/money.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { useKeptRecords } from '#src/device/use-kept-records.ts'
import { TRY_IT, useDiscountTrial } from '#src/features/trials/use-trial.ts'
import type { ListColumn } from '#src/ui/kit/list/list-column.ts'
import { type ListRequest, useListAddress } from '#src/ui/kit/list/list-request.ts'
import type { ListFilter } from '#src/ui/kit/list/list-toolbar.tsx'
import { plainWords } from '#src/ui/kit/record/field-changes.tsx'
import type { FieldSpec } from '#src/ui/kit/record/field-spec.ts'
import type { FieldWords } from '#src/ui/kit/record/kept-records.ts'
import { RecordScreen } from '#src/ui/kit/record/record-screen.tsx'

const KIND_WORDS = { percent: 'Per cent', per_unit: 'Amount off each' }

const amountText = ({ kind, basisPoints, offUnitPence }: MaintainedDiscount): string =>
  kind === 'percent' ? percentText(basisPoints) : `${moneyText(offUnitPence)} each`

const goodsText = ({ productNo, brand, category }: MaintainedDiscount): string =>
  [productNo, brand, category].filter(Boolean).join(' · ') || 'All goods'

const customersText = ({ customerId, priceListId }: MaintainedDiscount): string =>
  [customerId, priceListId].filter(Boolean).join(' · ') || 'All'

const whenText = ({ active, validFrom, validTo }: MaintainedDiscount): string => {
  if (!active) return 'Off'
  if (validFrom !== null && validTo !== null) return daysText({ from: validFrom, to: validTo })
  if (validFrom !== null) return `From ${dayText(validFrom)}`
  return validTo === null ? 'Always' : `Until ${dayText(validTo)}`
}

const COLUMNS: ListColumn<MaintainedDiscount>[] = [
  { id: 'name', label: 'Name', text: ({ name }) => name, sortable: true },
  { id: 'code', label: 'Code', text: ({ code }) => code, sortable: true, narrow: 'spare', width: '8rem' },
  { id: 'goods', label: 'Goods', text: goodsText, narrow: 'plain', width: '11rem' },
  { id: 'customers', label: 'Customers', text: customersText, width: '8rem' },
  { id: 'validFrom', label: 'Delivery', text: whenText, sortable: true, narrow: 'badge', width: '11rem' },
  { id: 'amount', label: 'Off', text: amountText, isNumber: true, narrow: 'amount', width: '7rem' },
]

const FILTERS: ListFilter[] = [
  {
    name: 'applies',
    label: 'Applies',
    any: 'On any day',
    options: [
      { value: 'today', label: 'Today' },
      { value: 'off', label: 'Turned off' },
    ],
  },
]

const FIELDS: FieldSpec[] = [
  { name: 'code', label: 'Code', hint: 'Your own, such as spring-dairy' },
  { name: 'name', label: 'Name', hint: 'Customers read it beside what it takes off' },
  { name: 'kind', label: 'Kind', words: KIND_WORDS },
  { name: 'basisPoints', label: 'Per cent off', hint: 'For a discount in per cent' },
  {
    name: 'offUnitPence',
    label: 'Off each',
    hint: 'For an amount: off each price, so off each kilogram of catch weight',
  },
  { name: 'customerId', label: 'Account', hint: 'Blank: all customers' },
  { name: 'priceListId', label: 'Price list', hint: 'Blank: customers of any' },
  { name: 'productNo', label: 'Product', hint: 'A code. Blank: any' },
  { name: 'brand', label: 'Brand', hint: 'Blank: any' },
  { name: 'category', label: 'Category', hint: 'A department, group or category. Blank: any' },
  {
    name: 'minimumUnits',
    label: 'From how many',
    hint: 'Units on one line: two cases of six are 12',
  },
  {
    name: 'minimumNetPence',
    label: 'From a spend of',
    hint: 'On these goods, without VAT and before discounts',
  },
  { name: 'capPence', label: 'Most off one order', hint: 'Blank: no limit' },
  { name: 'validFrom', label: 'Deliveries from', hint: 'Blank: at once' },
  { name: 'validTo', label: 'Until', hint: 'Blank: without an end' },
  {
    name: 'combines',
    label: 'Adds to others',
    hint: 'Discounts with this on are added together. Others are used alone. Customers get whichever is cheaper',
  },
  { name: 'onPromotions', label: 'Promotions too', hint: 'And goods reduced to clear' },
  { name: 'active', label: 'Applies' },
]

const NEW: Partial<DiscountFields> = {
  kind: 'percent',
  basisPoints: 500,
  offUnitPence: 0,
  minimumUnits: 0,
  minimumNetPence: 0,
  combines: false,
  onPromotions: false,
  active: true,
}
const BY_NAME = { sort: 'name' }
const WORDS = {
  noun: ['discount', 'discounts'] as const,
  added: 'Discount added',
  saved: 'Discount saved',
  deleted: 'Discount deleted',
  restored: 'Discount restored',
}

const valueWords: FieldWords = (field, value) => {
  if (field === 'kind') return KIND_WORDS[value as DiscountFields['kind']] ?? String(value)
  if (typeof value === 'number' && field.endsWith('Pence')) return moneyText(value)
  if (typeof value === 'number' && /basisPoints$/i.test(field)) return percentText(value)
  return field.startsWith('valid') && typeof value === 'string' ? dayText(value) : plainWords(field, value)
}

const filtersOf = ({ applies }: ListRequest['filters']) => {
  if (applies === undefined) return {}
  return applies === 'off' ? { active: false } : { active: true, day: londonDayOf(new Date()) }
}

const OPTIONS = { words: WORDS, filtersOf }

export function Screen() {
  const address = useListAddress(BY_NAME)
  const records = useKeptRecords(discounts, address.request, OPTIONS)
  const runTrial = useDiscountTrial()
  return (
    <RecordScreen
      title="Discounts"
      detail="What customers pay less, for what, and when"
      noun={WORDS.noun}
      address={address}
      records={records}
      columns={COLUMNS}
      filters={FILTERS}
      schema={DiscountFields}
      fields={FIELDS}
      fresh={NEW}
      trial={{ label: TRY_IT, run: runTrial }}
      empty="There are no discounts yet. Add the first one."
      csv={{ name: 'discounts', onFailure: showFailure }}
      kept={{
        records,
        words: valueWords,
        importHint:
          'The columns are those of Export CSV. A row whose code is there already changes it; others are added.',
      }}
    />
  )
}
