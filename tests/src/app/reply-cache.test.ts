import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryKeys } from '#src/api/query-keys.ts'
import { createReplyCache, replyStorageKey } from '#src/app/reply-cache.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const CUSTOMERS = { data: [], total: 3 }

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

const aCache = (now = NOW) => createReplyCache({ storage: localStorage, now: () => now })
const kept = (userId: string | null) => localStorage.getItem(replyStorageKey(userId))
/** Saves are a second late. */
const saved = () => vi.advanceTimersByTimeAsync(1_500)

test('small reads outlive the page, and are there before anything is asked', async () => {
  const cache = aCache()
  cache.beginFor('chef')
  cache.client.setQueryData(queryKeys.customers(), CUSTOMERS)
  await saved()
  const next = aCache()
  next.beginFor('chef')
  expect(next.client.getQueryData(queryKeys.customers())).toEqual(CUSTOMERS)
})

test('what is not on the list is forgotten with the page', async () => {
  const cache = aCache()
  cache.beginFor('chef')
  cache.client.setQueryData(queryKeys.customerSearch('har'), CUSTOMERS)
  cache.client.setQueryData(queryKeys.customers(), CUSTOMERS)
  await saved()
  expect(kept('chef')).toContain('customers')
  expect(kept('chef')).not.toContain('customer-search')
})

test('one user never meets another’s replies, in memory or kept', async () => {
  const cache = aCache()
  cache.beginFor('chef')
  cache.client.setQueryData(queryKeys.customers(), CUSTOMERS)
  await saved()
  cache.beginFor('porter')
  expect(cache.client.getQueryData(queryKeys.customers())).toBeUndefined()
  await saved()
  expect(kept('chef')).toBeNull()
})

test('a save that was under way when the session ended never happens', async () => {
  const cache = aCache()
  cache.beginFor('chef')
  cache.client.setQueryData(queryKeys.customers(), CUSTOMERS)
  cache.beginFor(null)
  cache.client.setQueryData(queryKeys.config(), { general: {} })
  await saved()
  expect(kept('chef')).toBeNull()
  expect(kept(null)).not.toContain('customers')
})

test('the company’s colours are nobody’s own: they stay through a sign-out', () => {
  const cache = aCache()
  cache.beginFor('chef')
  cache.client.setQueryData(queryKeys.config(), { general: {} })
  cache.beginFor(null)
  expect(cache.client.getQueryData(queryKeys.config())).toEqual({ general: {} })
})

test('what was told before is kept although the last look failed', async () => {
  const cache = aCache()
  cache.beginFor('chef')
  cache.client.setQueryData(queryKeys.customers(), CUSTOMERS)
  await cache.client
    .fetchQuery({
      queryKey: queryKeys.customers(),
      queryFn: () => Promise.reject(new Error('cut')),
      staleTime: 0,
    })
    .catch(() => {})
  await saved()
  const next = aCache()
  next.beginFor('chef')
  expect(next.client.getQueryData(queryKeys.customers())).toEqual(CUSTOMERS)
})

test.each([
  ['from another shape', { shape: 0, at: NOW, replies: {} }],
  ['from more than a month ago', { shape: 1, at: NOW - 31 * 86_400_000, replies: {} }],
  ['that cannot be read', 'half'],
])('replies %s are dropped', (_, stored) => {
  localStorage.setItem(replyStorageKey('chef'), typeof stored === 'string' ? '{"ha' : JSON.stringify(stored))
  const cache = aCache()
  cache.beginFor('chef')
  expect(cache.client.getQueryCache().getAll()).toEqual([])
})

test('a storage without room costs a slower start and nothing else', async () => {
  const storage = { ...localStorage, getItem: () => null, removeItem: () => {} } as unknown as Storage
  const setItem = vi.fn(() => {
    throw new Error('full')
  })
  const cache = createReplyCache({ storage: Object.assign(storage, { setItem }), now: () => NOW })
  cache.beginFor('chef')
  cache.client.setQueryData(queryKeys.customers(), CUSTOMERS)
  await saved()
  expect(setItem).toHaveBeenCalled()
  expect(cache.client.getQueryData(queryKeys.customers())).toEqual(CUSTOMERS)
})
