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
/** Saves are delayed by a second. */
const saved = () => vi.advanceTimersByTimeAsync(1_500)

test('small replies survive a reload and are available before any request', async () => {
  const cache = ofUser('chef')
  cache.client.setQueryData(queryKeys.customers(), CUSTOMERS)
  await saved()
  const next = ofUser('chef')
  expect(next.client.getQueryData(queryKeys.customers())).toEqual(CUSTOMERS)
})

test('other replies are forgotten with the page', async () => {
  const cache = ofUser('chef')
  cache.client.setQueryData(queryKeys.customerSearch('har'), CUSTOMERS)
  cache.client.setQueryData(queryKeys.customers(), CUSTOMERS)
  await saved()
  expect(kept('chef')).toContain('customers')
  expect(kept('chef')).not.toContain('customer-search')
})

test('a user never gets another’s replies, in memory or stored', async () => {
  const cache = ofUser('chef')
  cache.client.setQueryData(queryKeys.customers(), CUSTOMERS)
  await saved()
  cache.end()
  expect(cache.client.getQueryData(queryKeys.customers())).toBeUndefined()
  expect(kept('chef')).toBeNull()
  expect(ofUser('porter').client.getQueryCache().getAll()).toEqual([])
})

test('a save pending when the session ends is cancelled', async () => {
  const cache = ofUser('chef')
  cache.client.setQueryData(queryKeys.customers(), CUSTOMERS)
  cache.end()
  cache.client.setQueryData(queryKeys.customers(), CUSTOMERS)
  await saved()
  expect(kept('chef')).toBeNull()
})

test('a visitor’s replies are only the company’s name and colours', async () => {
  const cache = ofVisitor()
  cache.client.setQueryData(queryKeys.config(), { general: {} })
  cache.client.setQueryData(queryKeys.customers(), CUSTOMERS)
  await saved()
  expect(ofVisitor().client.getQueryData(queryKeys.config())).toEqual({ general: {} })
  expect(kept(undefined)).not.toContain('customers')
})

test('an earlier reply is kept if the latest request failed', async () => {
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

/** As stored. */
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

test('replies stored by the previous build can be read', () => {
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

test('full storage only makes the start slower', async () => {
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
