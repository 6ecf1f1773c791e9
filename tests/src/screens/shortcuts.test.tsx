import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { trollies } from '#contract/trollies.ts'
import { SHARED_LIST_KEY, SHARED_LIST_PAGE } from '#domain/shared-list.ts'
import { sharedList } from '#src/features/trolly/quick-add/shared-list.ts'
import { Screen as Orders } from '#src/screens/orders.tsx'
import { keepDraft } from '#src/sync/trollies/drafts.ts'
import { aCustomer, aHead, aTestDevice, renderOn } from '#tests/support/signed-in.tsx'
import { putOrdering } from './ordering.ts'

const { shortcuts }: { shortcuts: { name: string; url: string }[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../manifest.webmanifest'), 'utf8'),
)
const urlOf = (name: string) => shortcuts.find((shortcut) => shortcut.name === name)?.url ?? ''

const aKitchen = () => {
  const test = aTestDevice()
  test.server.on(trollies.list, () => ({ data: [], total: 0, page: 1, pageLength: 96 }))
  return test
}
const address = () => screen.getByTestId('address').textContent

test.each([
  ['Search', '/orders/create/search-'],
  ['Current trolly', '/orders/create-'],
])('the shortcut %s opens the current trolly', async (name, path) => {
  const test = aKitchen()
  const head = aHead()
  await putOrdering(test, head, { list: [] })
  renderOn(test, <Orders />, { path: urlOf(name) })
  await waitFor(() => expect(address()).toBe(path + head.id))
})

test('without a trolly, Search opens the draft and Current trolly opens the orders', async () => {
  const test = aKitchen()
  const head = aHead()
  await putOrdering(test, head, { list: [] })
  const { database } = test.user
  await database.trollies.clear()
  await keepDraft(database, { customer: aCustomer(), deliveryDay: null })
  const shown = renderOn(test, <Orders />, { path: urlOf('Current trolly') })
  expect(await screen.findByRole('heading', { level: 1, name: 'Orders' })).toBeTruthy()
  shown.unmount()
  renderOn(test, <Orders />, { path: urlOf('Search') })
  await waitFor(() => expect(address()).toMatch(/^\/orders\/create\/search-[0-9a-f-]{36}/))
})

/** A browser's cache, which jsdom lacks, with what the worker has put there. */
const keepShared = (parts: Record<string, string | File>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) form.set(name, value)
  const kept = new Map([[SHARED_LIST_KEY, { formData: async () => form }]])
  const open = async () => ({
    match: async (key: string) => kept.get(key),
    delete: async (key: string) => kept.delete(key),
  })
  vi.stubGlobal('caches', { open })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    sharedList.set(undefined)
  })
  return kept
}

test.each([
  ['its text', { title: 'Order', text: '10234 6', url: '' }, ['Shared text', '10234 6']],
  ['its title, if it has no text', { title: '10234 6', text: ' ' }, ['Shared text', '10234 6']],
  ['its file', { text: 'See below', list: new File(['Code,Qty'], 'order.csv') }, ['order.csv', 'Code,Qty']],
])('a shared list opens the current trolly, with %s', async (_, parts, expected) => {
  const test = aKitchen()
  const head = aHead()
  await putOrdering(test, head, { list: [] })
  const kept = keepShared(parts)
  renderOn(test, <Orders />, { path: SHARED_LIST_PAGE })
  await waitFor(() => expect(address()).toBe(`/orders/create-${head.id}`))
  const file = sharedList.get()
  expect([file?.name, await file?.text()]).toEqual(expected)
  expect(kept.size).toBe(0)
})

test('a shared list opens the draft, if there is no trolly', async () => {
  const test = aKitchen()
  await putOrdering(test, aHead(), { list: [] })
  const { database } = test.user
  await database.trollies.clear()
  const draftId = await keepDraft(database, { customer: aCustomer(), deliveryDay: null })
  keepShared({ text: '10234 6' })
  renderOn(test, <Orders />, { path: SHARED_LIST_PAGE })
  await waitFor(() => expect(address()).toBe(`/orders/create-${draftId}`))
})

test('a file opened with the app opens the current trolly; nothing shared opens the orders', async () => {
  const test = aKitchen()
  const head = aHead()
  await putOrdering(test, head, { list: [] })
  keepShared({}).clear()
  const launch = { setConsumer: vi.fn() }
  vi.stubGlobal('launchQueue', launch)
  renderOn(test, <Orders />, { path: SHARED_LIST_PAGE })
  expect(await screen.findByRole('heading', { level: 1, name: 'Orders' })).toBeTruthy()
  const file = new File(['10234 6'], 'order.txt')
  launch.setConsumer.mock.lastCall?.[0]({ files: [{ getFile: async () => file }] })
  await waitFor(() => expect(address()).toBe(`/orders/create-${head.id}`))
  expect(sharedList.get()).toBe(file)
})
