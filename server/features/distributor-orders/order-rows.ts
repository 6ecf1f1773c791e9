import type { OrderRow } from '#contract/distributor-orders.ts'
import { QUANTITY_MAX } from '#domain/trolly.ts'
import { readCsvRows } from '#server/features/import/csv/csv-rows.ts'
import { rowReader } from '#server/features/import/csv/row-reader.ts'
import { codeCell, dayCell, gtinCell, integerCell, textCell } from '#server/features/import/kinds/cells.ts'
import type { ImportKind } from '#server/features/import/kinds/fields.ts'

export type ReadOrders = {
  rows: { line: number; row: OrderRow }[]
  refused: { line: number; why: string }[]
}

const ORDERS: ImportKind = {
  key: ['theirCustomerCode', 'theirProductCode'],
  references: [],
  fields: [
    { column: 'theirCustomerCode', read: codeCell, required: true, meaning: 'Their code of the customer.' },
    { column: 'theirProductCode', read: codeCell, required: true, meaning: 'Their code of the product.' },
    {
      column: 'quantity',
      read: integerCell(1, QUANTITY_MAX),
      required: true,
      meaning: 'How many, in their units.',
    },
    { column: 'deliveryDay', read: dayCell, empty: null, meaning: 'The delivery day.' },
    { column: 'poNumber', read: textCell(60), empty: '', meaning: 'The purchase order number.' },
    { column: 'name', read: textCell(200), empty: '', meaning: 'The product’s name.' },
    { column: 'gtin', read: gtinCell, empty: '', meaning: 'The product’s GTIN.' },
  ],
}

const DELIMITERS = [',', ';', '\t']

/** @throws CodedError if the header lacks a column */
export const readOrderCsv = async (csv: string): Promise<ReadOrders> => {
  const [first = ''] = csv.split('\n', 1)
  const cellsUnder = (delimiter: string): number => first.split(delimiter).length
  const [delimiter = ','] = DELIMITERS.toSorted((a, b) => cellsUnder(b) - cellsUnder(a))
  const chunks = (async function* () {
    yield Buffer.from(csv, 'utf8')
  })()
  const read: ReadOrders = { rows: [], refused: [] }
  let reader: ReturnType<typeof rowReader> | undefined
  for await (const batch of readCsvRows(chunks, delimiter)) {
    for (const row of batch) {
      if (!('cells' in row)) {
        read.refused.push({ line: row.line, why: row.problem.why })
        continue
      }
      if (reader === undefined) {
        reader = rowReader({ kind: ORDERS, header: row.cells, mapping: undefined, delimiter })
        continue
      }
      const outcome = reader.read(row.cells)
      if ('row' in outcome) read.rows.push({ line: row.line, row: outcome.row as OrderRow })
      else {
        const why = outcome.problems.map((problem) =>
          problem.column === null ? problem.why : `${problem.column}: ${problem.why}`,
        )
        read.refused.push({ line: row.line, why: why.join(' ') })
      }
    }
  }
  return read
}
