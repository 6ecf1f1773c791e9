import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { KEPT_REPLIES, PUBLIC_REPLIES, queryKeys } from '#src/api/query-keys.ts'
import { openReplies, replyStorageKey } from '#src/app/replies.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const CUSTOMERS = { data: [], total: 3 }

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const ofUser = (userId: string) => openReplies({ userId, kept: KEPT_REPLIES })
const ofVisitor = () => openReplies({ kept: PUBLIC_REPLIES })
/** Restoring takes a microtask. */
const restored = () => vi.advanceTimersByTimeAsync(0)
const kept = (userId: string | undefined) => localStorage.getItem(replyStorageKey(userId))
/** Saves are delayed by a second. */
const saved = () => vi.advanceTimersByTimeAsync(1_500)

test('small replies survive a reload and are available before any request', async () => {
  const cache = ofUser('chef')
  cache.client.setQueryData(queryKeys.customers(), CUSTOMERS)
  await saved()
  const next = ofUser('chef')
  await restored()
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
  const next = ofUser('porter')
  await restored()
  expect(next.client.getQueryCache().getAll()).toEqual([])
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
  const next = ofVisitor()
  await restored()
  expect(next.client.getQueryData(queryKeys.config())).toEqual({ general: {} })
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
  await restored()
  expect(next.client.getQueryData(queryKeys.customers())).toEqual(CUSTOMERS)
})

test.each([
  ['from another build’s shape', (saved: string) => saved.replace(/"buster":"\d+"/, '"buster":"0"')],
  ['from more than a month ago', (saved: string) => saved.replace(/"timestamp":\d+/, '"timestamp":1')],
  ['that cannot be read', (saved: string) => saved.slice(0, 40)],
])('replies %s are dropped', async (_, spoilt) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  ofUser('chef').client.setQueryData(queryKeys.customers(), CUSTOMERS)
  await saved()
  localStorage.setItem(replyStorageKey('chef'), spoilt(kept('chef') ?? ''))
  const next = ofUser('chef')
  await restored()
  expect(next.client.getQueryCache().getAll()).toEqual([])
})

test('full storage only makes the start slower', async () => {
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full')
  })
  const cache = ofUser('chef')
  cache.client.setQueryData(queryKeys.customers(), CUSTOMERS)
  await saved()
  expect(setItem).toHaveBeenCalled()
  expect(cache.client.getQueryData(queryKeys.customers())).toEqual(CUSTOMERS)
})
