import { beforeEach, expect, test } from 'vitest'
import {
  forgetLastSearches,
  keepLastSearch,
  lastSearchPath,
} from '#src/features/search/request/last-search.ts'

beforeEach(() => sessionStorage.clear())

test('the way back leads to the search of the trolly as it was left', () => {
  keepLastSearch('T1', 's1', new URLSearchParams('q=milk&storage_type=frozen'))
  keepLastSearch('T2', 's1', new URLSearchParams())
  expect(lastSearchPath('T1', 's1')).toBe('/orders/create/search-T1?q=milk&storage_type=frozen')
  expect(lastSearchPath('T2', 's1')).toBe('/orders/create/search-T2')
  expect(lastSearchPath('T3', 's1')).toBe('/orders/create/search-T3')
})

test('it never leads to a search of another session', () => {
  keepLastSearch('T1', 's1', new URLSearchParams('q=milk'))
  expect(lastSearchPath('T1', 's2')).toBe('/orders/create/search-T1')
})

test('at the end of a session nothing that was searched for stays, and nothing else goes', () => {
  keepLastSearch('T1', 's1', new URLSearchParams('q=milk'))
  keepLastSearch('T2', 's1', new URLSearchParams('q=ham'))
  sessionStorage.setItem('trolly-scroll', '{}')
  forgetLastSearches()
  expect(Object.keys(sessionStorage)).toEqual(['trolly-scroll'])
})
