import { beforeEach, expect, test } from 'vitest'
import {
  forgetLastSearches,
  keepLastSearch,
  lastSearchPath,
} from '#src/features/search/request/last-search.ts'

beforeEach(() => sessionStorage.clear())

test('the way back leads to the trolly’s search as it was left', () => {
  keepLastSearch('T1', 's1', new URLSearchParams('q=milk&storage_type=frozen'))
  keepLastSearch('T2', 's1', new URLSearchParams())
  expect(lastSearchPath('T1', 's1')).toBe('/orders/create/search-T1?q=milk&storage_type=frozen')
  expect(lastSearchPath('T2', 's1')).toBe('/orders/create/search-T2')
  expect(lastSearchPath('T3', 's1')).toBe('/orders/create/search-T3')
})

test('it never leads to another session’s search', () => {
  keepLastSearch('T1', 's1', new URLSearchParams('q=milk'))
  expect(lastSearchPath('T1', 's2')).toBe('/orders/create/search-T1')
})

test('the end of a session forgets all searches and nothing else', () => {
  keepLastSearch('T1', 's1', new URLSearchParams('q=milk'))
  keepLastSearch('T2', 's1', new URLSearchParams('q=ham'))
  sessionStorage.setItem('trolly-scroll', '{}')
  forgetLastSearches()
  expect(Object.keys(sessionStorage)).toEqual(['trolly-scroll'])
})
