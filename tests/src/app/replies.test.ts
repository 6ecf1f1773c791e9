import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isKeptReply, isPublicReply, queryKeys } from '#src/api/query-keys.ts'
import { openReplies, replyStorageKey } from '#src/app/replies.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const CUSTOMERS = { data: [], total: 3 }

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

const ofUser = (userId: string, storage: Storage = localStorage) =>
  openReplies({ userId, isKept: isKeptReply, storage, now: () => NOW })
const ofVisitor = () => openReplies({ isKept: isPublicReply, storage: localStorage, now: () => NOW })
const kept = (userId: string | undefined) => localStorage.getItem(replyStorageKey(userId))
/** Saves are a second late. */
const saved = () => vi.advanceTimersByTimeAsync(1_500)

test('small reads outlive the page, and are there before anything is asked', async () => {
  const cache = ofUser('chef')
  cache.client.setQueryData(queryKeys.customers(), CUSTOMERS)
  await saved()
  const next = ofUser('chef')
  expect(next.client.getQueryData(queryKeys.customers())).toEqual(CUSTOMERS)
})

test('what is not on the list is forgotten with the page', async () => {
  const cache = ofUser('chef')
  cache.client.setQueryData(queryKeys.customerSearch('har'), CUSTOMERS)
  cache.client.setQueryData(queryKeys.customers(), CUSTOMERS)
  await saved()
  expect(kept('chef')).toContain('customers')
  expect(kept('chef')).not.toContain('customer-search')
})

test('one user never meets another’s replies, in memory or kept', async () => {
  const cache = ofUser('chef')
  cache.client.setQueryData(queryKeys.customers(), CUSTOMERS)
  await saved()
  cache.end()
  expect(cache.client.getQueryData(queryKeys.customers())).toBeUndefined()
  expect(kept('chef')).toBeNull()
  expect(ofUser('porter').client.getQueryCache().getAll()).toEqual([])
})

test('a save that was under way when the session ended never happens', async () => {
  const cache = ofUser('chef')
  cache.client.setQueryData(queryKeys.customers(), CUSTOMERS)
  cache.end()
  cache.client.setQueryData(queryKeys.customers(), CUSTOMERS)
  await saved()
  expect(kept('chef')).toBeNull()
})

test('a visitor’s are the company’s name and colours, and nothing of a member', async () => {
  const cache = ofVisitor()
  cache.client.setQueryData(queryKeys.config(), { general: {} })
  cache.client.setQueryData(queryKeys.customers(), CUSTOMERS)
  await saved()
  expect(ofVisitor().client.getQueryData(queryKeys.config())).toEqual({ general: {} })
  expect(kept(undefined)).not.toContain('customers')
})

test('what was told before is kept although the last look failed', async () => {
  const cache = ofUser('chef')
  cache.client.setQueryData(queryKeys.customers(), CUSTOMERS)
  await cache.client
    .fetchQuery({
      queryKey: queryKeys.customers(),
      queryFn: () => Promise.reject(new Error('cut')),
      staleTime: 0,
    })
    .catch(() => {})
  await saved()
  const next = ofUser('chef')
  expect(next.client.getQueryData(queryKeys.customers())).toEqual(CUSTOMERS)
})

/** As it is written. */
const SAVED = {
  buster: '2',
  timestamp: NOW,
  clientState: {
    mutations: [],
    queries: [
      { queryKey: ['customers'], queryHash: '["customers"]', state: { data: CUSTOMERS, dataUpdatedAt: NOW } },
    ],
  },
}

test('replies are read as the build before this one wrote them', () => {
  localStorage.setItem(replyStorageKey('chef'), JSON.stringify(SAVED))
  expect(ofUser('chef').client.getQueryData(queryKeys.customers())).toEqual(CUSTOMERS)
})

test.each([
  ['from another shape', { ...SAVED, buster: '0' }],
  ['from more than a month ago', { ...SAVED, timestamp: NOW - 31 * 86_400_000 }],
  ['that cannot be read', 'half'],
])('replies %s are dropped', (_, stored) => {
  localStorage.setItem(replyStorageKey('chef'), typeof stored === 'string' ? '{"ha' : JSON.stringify(stored))
  const cache = ofUser('chef')
  expect(cache.client.getQueryCache().getAll()).toEqual([])
})

test('a storage without room costs a slower start and nothing else', async () => {
  const storage = { ...localStorage, getItem: () => null, removeItem: () => {} } as unknown as Storage
  const setItem = vi.fn(() => {
    throw new Error('full')
  })
  const cache = ofUser('chef', Object.assign(storage, { setItem }))
  cache.client.setQueryData(queryKeys.customers(), CUSTOMERS)
  await saved()
  expect(setItem).toHaveBeenCalled()
  expect(cache.client.getQueryData(queryKeys.customers())).toEqual(CUSTOMERS)
})
