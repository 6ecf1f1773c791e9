import { expect, test } from 'vitest'
import { csvOf } from '#src/ui/kit/list/csv.ts'

const COLUMNS = [
  { id: 'name', label: 'Name', text: ({ name }: { name: string; count: number }) => name },
  { id: 'count', label: 'Count', text: ({ count }: { name: string; count: number }) => count },
]

test('a file has the columns’ labels, and quotes special characters', () => {
  const rows = [
    { name: 'Chips, 2.5 kg', count: 3 },
    { name: 'The “best”\n"pie"', count: -1 },
  ]
  expect(csvOf(COLUMNS, rows)).toBe('Name,Count\r\n"Chips, 2.5 kg",3\r\n"The “best”\n""pie""",-1\r\n')
})

test.each(['=1+1', '+44', '-x', '@a', '\tx'])('%j is not a formula in a spreadsheet', (name) => {
  expect(csvOf(COLUMNS, [{ name, count: 1 }])).toContain(`\n'${name},1`)
})
