import { expect, test } from 'vitest'
import { amountCell } from '#domain/csv.ts'
import { csvOf } from '#src/ui/kit/list/csv.ts'
import type { ListColumn } from '#src/ui/kit/list/list-column.ts'

type Row = { name: string; day: string; pence: number }

const COLUMNS: ListColumn<Row>[] = [
  { id: 'name', label: 'Name', text: ({ name }) => name },
  { id: 'day', label: 'Day', text: () => 'Wed 1 Jul', csv: ({ day }) => day },
  { id: 'pence', label: 'Total', text: () => '-£20.15', csv: ({ pence }) => amountCell(pence) },
]

test('a file has the columns’ labels, texts that are safe to open, and days and amounts that can be added up', () => {
  const rows = [
    { name: 'Chips, 2.5 kg', day: '2026-07-01', pence: 201_713 },
    { name: '=1+1\n"pie"', day: '2026-07-02', pence: -2015 },
  ]
  expect(csvOf(COLUMNS, rows)).toBe(
    'Name,Day,Total\r\n"Chips, 2.5 kg",2026-07-01,2017.13\r\n"\'=1+1\n""pie""",2026-07-02,-20.15\r\n',
  )
})
