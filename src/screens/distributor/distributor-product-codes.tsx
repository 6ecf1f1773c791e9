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
import { useListAddress } from '#src/ui/kit/list/list-request.ts'
import { RecordScreen } from '#src/ui/kit/record/record-screen.tsx'

const COLUMNS = codeColumns<DistributorProductCode>([
  {
    id: 'productNo',
    label: 'Our product',
    text: ({ productNo }) => productNo,
    sortable: true,
    narrow: 'plain',
  },
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
const BY_CODE = { sort: 'theirCode' }

export function Screen() {
  const address = useListAddress(BY_CODE)
  const records = useKeptRecords(distributorProductCodes, address.request, OPTIONS)
  return (
    <RecordScreen
      title="Product codes"
      detail="What distributors call our products"
      noun={OPTIONS.words.noun}
      address={address}
      records={records}
      columns={COLUMNS}
      filters={CODE_FILTERS}
      schema={DistributorProductCodeFields}
      fields={FIELDS}
      fresh={{ packFactor: 1, validFrom: null, validTo: null, ...distributorOf(records.rows.data) }}
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
