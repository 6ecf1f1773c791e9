import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { trollies } from '#contract/trollies.ts'
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
