import { dayText, londonDayOf } from '#domain/london-time.ts'
import { DAY_ORDER, type ListColumn } from '#src/ui/kit/list/list-column.ts'
import type { ListRequest } from '#src/ui/kit/list/list-request.ts'
import type { ListFilter } from '#src/ui/kit/list/list-toolbar.tsx'
import { plainWords } from '#src/ui/kit/record/field-changes.tsx'
import type { FieldSpec } from '#src/ui/kit/record/field-spec.ts'
import type { FieldWords } from '#src/ui/kit/record/kept-records.ts'

/** What the lists and forms of a distributor's codes have in common, of customers as of products. */

type CodeRow = {
  distributorNo: string
  theirCode: string
  validFrom: string | null
  validTo: string | null
}

/** @param ours columns of what the code means */
export const codeColumns = <Row extends CodeRow>(ours: readonly ListColumn<Row>[]): ListColumn<Row>[] => [
  { id: 'theirCode', label: 'Their code', text: ({ theirCode }) => theirCode, sortable: true },
  ...ours,
  {
    id: 'distributorNo',
    label: 'Distributor',
    text: ({ distributorNo }) => distributorNo,
    sortable: true,
    narrow: 'spare',
    width: '8rem',
  },
  {
    id: 'validFrom',
    label: 'Valid from',
    text: ({ validFrom }) => dayWords(validFrom),
    csv: ({ validFrom }) => validFrom ?? '',
    sortable: true,
    orderWords: DAY_ORDER,
    width: '8.5rem',
  },
  {
    id: 'validTo',
    label: 'Valid to',
    text: ({ validTo }) => dayWords(validTo),
    csv: ({ validTo }) => validTo ?? '',
    width: '8.5rem',
  },
]

const dayWords = (day: string | null): string => (day === null ? '' : dayText(day, new Date()))

export const CODE_FILTERS: ListFilter[] = [
  { name: 'valid', label: 'Valid', any: 'On any day', options: [{ value: 'today', label: 'Today' }] },
]

export const codeFiltersOf = ({ valid }: ListRequest['filters']) =>
  valid === undefined ? {} : { day: londonDayOf(new Date()) }

/** @param ours fields of what the code means */
export const codeFields = (ours: readonly FieldSpec[]): FieldSpec[] => [
  { name: 'distributorNo', label: 'Distributor', hint: 'The number in the customers’ accounts' },
  { name: 'theirCode', label: 'Their code', hint: 'As it is in the distributor’s orders' },
  ...ours,
  { name: 'validFrom', label: 'Valid from', hint: 'Leave it empty if the code has always been valid' },
  { name: 'validTo', label: 'Valid to', hint: 'The last day. Leave it empty if there is no end' },
]

export const codeWords: FieldWords = (field, value) =>
  field.startsWith('valid') && typeof value === 'string'
    ? dayText(value, new Date())
    : plainWords(field, value)

/** A new code begins with the distributor of the codes in the list, if they all have the same one. */
export const distributorOf = (rows: readonly CodeRow[] | undefined): { distributorNo?: string } => {
  const [first, ...others] = new Set((rows ?? []).map(({ distributorNo }) => distributorNo))
  return first === undefined || others.length > 0 ? {} : { distributorNo: first }
}
