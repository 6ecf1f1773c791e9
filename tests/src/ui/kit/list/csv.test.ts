import { expect, test } from 'vitest'
import { csvOf, loadAllRows } from '#src/ui/kit/list/csv.ts'

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

test('all pages are loaded, up to the total or an empty page', async () => {
  const asked: number[] = []
  const load = (total: number) =>
    loadAllRows(async (page) => {
      asked.push(page)
      return { data: page < 3 ? [page * 10, page * 10 + 1] : [], total }
    })
  expect(await load(4)).toEqual([10, 11, 20, 21])
  expect(await load(9)).toEqual([10, 11, 20, 21])
  expect(asked).toEqual([1, 2, 1, 2, 3])
})
