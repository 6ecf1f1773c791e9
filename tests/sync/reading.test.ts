import { expect, test } from 'vitest'
import { readPages } from '#src/sync/reading.ts'

test('all pages are read, up to the total, an empty page or enough rows', async () => {
  const asked: number[] = []
  const load = (total: number, most?: number) =>
    readPages(async (page) => {
      asked.push(page)
      return { data: page < 3 ? [page * 10, page * 10 + 1] : [], total }
    }, most)
  expect(await load(4)).toEqual([10, 11, 20, 21])
  expect(await load(9)).toEqual([10, 11, 20, 21])
  expect(await load(9, 2)).toEqual([10, 11])
  expect(asked).toEqual([1, 2, 1, 2, 3, 1])
})
