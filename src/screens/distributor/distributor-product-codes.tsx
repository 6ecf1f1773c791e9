import {
  type DistributorProductCode,
  DistributorProductCodeFields,
  distributorProductCodes,
} from '#contract/distributor-codes.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { useKeptRecords } from '#src/device/use-kept-records.ts'
import {
  CODE_FILTERS,
  codeColumns,
  codeFields,
  codeFiltersOf,
  codeWords,
  distributorOf,
} from '#src/features/distributor-codes/code-parts.ts'
import { CodeLists } from '#src/features/distributor-codes/read-orders.tsx'
import { UnmatchedCodes } from '#src/features/distributor-codes/unmatched-codes.tsx'
import { useListAddress } from '#src/ui/kit/list/list-request.ts'
import { useChosenList } from '#src/ui/kit/record/list-choice.tsx'
import { RecordScreen } from '#src/ui/kit/record/record-screen.tsx'

const COLUMNS = codeColumns<DistributorProductCode>([
  {
    id: 'productNo',
    label: 'Our product',
    text: ({ productNo }) => productNo,
    sortable: true,
    narrow: 'plain',
    width: '9rem',
  },
  { id: 'name', label: 'Name', text: ({ names }) => names?.productNo ?? '', narrow: 'plain' },
  {
    id: 'packFactor',
    label: 'Pack factor',
    text: ({ packFactor }) => packFactor,
    isNumber: true,
    narrow: 'amount',
    width: '8rem',
  },
])

const FIELDS = codeFields([
  { name: 'productNo', label: 'Our product', hint: 'Our code of the product' },
  {
    name: 'packFactor',
    label: 'Pack factor',
    hint: 'How many of our units one of theirs is: 12 if their case holds twelve of ours',
  },
])

const OPTIONS = {
  words: {
    noun: ['code', 'codes'] as const,
    added: 'Code added',
    saved: 'Code saved',
    deleted: 'Code deleted',
    restored: 'Code restored',
  },
  filtersOf: codeFiltersOf,
}
const FRESH = { packFactor: 1, validFrom: null, validTo: null }
const BY_CODE = { sort: 'theirCode' }

const LISTS = [
  { value: 'codes', label: 'Codes' },
  { value: 'unmatched', label: 'Unmatched' },
]

/** Two lists: the codes, and those that orders named and nobody has given a meaning yet. */
export function Screen() {
  return useChosenList(LISTS) === 'unmatched' ? <Unmatched /> : <Codes />
}

const TITLE = { title: 'Product codes', detail: 'What distributors call our products' }
const CHOICE = { label: 'Codes or unmatched ones', lists: LISTS }

function Unmatched() {
  return (
    <UnmatchedCodes
      {...TITLE}
      above={<CodeLists {...CHOICE} />}
      kind="product"
      calls={distributorProductCodes}
      ours="productNo"
      schema={DistributorProductCodeFields}
      fields={FIELDS}
      fresh={FRESH}
    />
  )
}

function Codes() {
  const address = useListAddress(BY_CODE)
  const records = useKeptRecords(distributorProductCodes, address.request, OPTIONS)
  return (
    <RecordScreen
      {...TITLE}
      above={<CodeLists {...CHOICE} {...distributorOf(records.rows.data)} />}
      noun={OPTIONS.words.noun}
      address={address}
      records={records}
      columns={COLUMNS}
      filters={CODE_FILTERS}
      schema={DistributorProductCodeFields}
      fields={FIELDS}
      fresh={{ ...FRESH, ...distributorOf(records.rows.data) }}
      empty="There are no product codes yet. Add the first one, or import a file of them."
      csv={{ name: 'distributor-product-codes', onFailure: showFailure }}
      kept={{
        records,
        words: codeWords,
        importHint:
          'The columns are those of Export CSV. A row with the same distributor, code and first day as a code that is there changes it; others are added.',
      }}
    />
  )
}
