import {
  type DistributorCustomerCode,
  DistributorCustomerCodeFields,
  distributorCustomerCodes,
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

const COLUMNS = codeColumns<DistributorCustomerCode>([
  {
    id: 'customerId',
    label: 'Account number',
    text: ({ customerId }) => customerId,
    sortable: true,
    narrow: 'plain',
    width: '11rem',
  },
  { id: 'name', label: 'Customer', text: ({ names }) => names?.customerId ?? '', narrow: 'plain' },
])

const FIELDS = codeFields([
  { name: 'customerId', label: 'Account number', hint: 'Our number of the customer' },
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
const FRESH = { validFrom: null, validTo: null }
const BY_CODE = { sort: 'theirCode' }

const LISTS = [
  { value: 'codes', label: 'Codes' },
  { value: 'unmatched', label: 'Unmatched' },
]

/** Two lists: the codes, and those that orders named and nobody has given a meaning yet. */
export function Screen() {
  return useChosenList(LISTS) === 'unmatched' ? <Unmatched /> : <Codes />
}

const TITLE = { title: 'Customer codes', detail: 'What distributors call our customers' }
const CHOICE = { label: 'Codes or unmatched ones', lists: LISTS }

function Unmatched() {
  return (
    <UnmatchedCodes
      {...TITLE}
      above={<CodeLists {...CHOICE} />}
      kind="customer"
      calls={distributorCustomerCodes}
      ours="customerId"
      schema={DistributorCustomerCodeFields}
      fields={FIELDS}
      fresh={FRESH}
    />
  )
}

function Codes() {
  const address = useListAddress(BY_CODE)
  const records = useKeptRecords(distributorCustomerCodes, address.request, OPTIONS)
  return (
    <RecordScreen
      {...TITLE}
      above={<CodeLists {...CHOICE} {...distributorOf(records.rows.data)} />}
      noun={OPTIONS.words.noun}
      address={address}
      records={records}
      columns={COLUMNS}
      filters={CODE_FILTERS}
      schema={DistributorCustomerCodeFields}
      fields={FIELDS}
      fresh={{ ...FRESH, ...distributorOf(records.rows.data) }}
      empty="There are no customer codes yet. Add the first one, or import a file of them."
      csv={{ name: 'distributor-customer-codes', onFailure: showFailure }}
      kept={{
        records,
        words: codeWords,
        importHint:
          'The columns are those of Export CSV. A row with the same distributor, code and first day as a code that is there changes it; others are added.',
      }}
    />
  )
}
