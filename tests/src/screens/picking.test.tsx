import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { activeOrders } from '#contract/orders.ts'
import { picking } from '#contract/picking.ts'
import type { TakeSubstitute } from '#domain/line-terms.ts'
import { Screen as OrderPage } from '#src/screens/orders/history-order.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { refusal } from '#tests/support/fake-api.ts'
import { renderOn } from '#tests/support/signed-in.tsx'
import { aCustomersOrders, anOrderLine as aLine, anOrder } from './customers-orders.ts'

const limes: TakeSubstitute = {
  kind: 'take',
  product_no: 'L2',
  seen: { name: 'Limes', pack: '4 kg', pricePence: 1_500, contains: [], mayContain: [] },
  confirmed: { contains: [], mayContain: [], unknown: false },
}
const ordered = { deliveredQuantity: null, quantity: 3 }
const lemons = aLine({ ...ordered, product_no: 'L1', name: 'Lemons', position: 1, substitution: limes })
const eggs = aLine({
  ...ordered,
  product_no: 'E1',
  name: 'Eggs',
  position: 2,
  substitution: { kind: 'wait' },
})
const cream = aLine({ ...ordered, product_no: 'C1', name: 'Cream', position: 3 })
const waiting = { deliveredAt: null, status: 'picking', deliveryDay: '2027-01-15' } as const
const before = anOrder({ ...waiting, lines: [lemons, eggs, cream] })
const picked = anOrder({
  ...waiting,
  lines: [
    {
      ...lemons,
      quantity: 2,
      netPence: 300,
      shortQuantity: 1,
      placed: { quantity: 3, netPence: 450, discounts: null },
    },
    { ...eggs, shortQuantity: 2 },
    cream,
    aLine({ ...ordered, quantity: 1, product_no: 'L2', name: 'Limes', position: 4, standsFor: 1 }),
  ],
})

const anOffice = async (accountType: 'ST' | 'C2' = 'ST') => {
  const office = await aCustomersOrders({ orders: [before], accountType })
  const user = userEvent.setup()
  renderOn(office, <OrderPage id={before.id} />)
  const row = async (name: string) =>
    within(
      (await within(await screen.findByRole('list', { name: 'Lines to pick' })).findByText(name)).closest(
        'li',
      ) as HTMLElement,
    )
  const sent = () =>
    office.server.calls.filter(({ endpoint }) => endpoint === picking.pick).map(({ input }) => input)
  return { ...office, user, row, sent }
}

test('staff say what is missing, and are offered what each line’s agreement allows', async () => {
  const { server, user, row, sent } = await anOffice()
  server.on(picking.pick, () => picked)
  await user.click(await screen.findByRole('button', { name: 'Pick' }))
  const [first, second, third] = [await row('Lemons'), await row('Eggs'), await row('Cream')]
  await user.click(first.getByRole('button', { name: 'One more of Lemons missing' }))
  expect(first.getByText('Send 1 of Limes, at no more than £15.00 each.')).toBeTruthy()
  for (const _ of [1, 2]) await user.click(second.getByRole('button', { name: 'One more of Eggs missing' }))
  expect(second.getByText('2 to follow with a later delivery. Send nothing else.')).toBeTruthy()
  await user.click(third.getByRole('button', { name: 'One more of Cream missing' }))
  expect(third.getByText('Nothing was agreed. Send what there is.')).toBeTruthy()
  await user.click(third.getByRole('button', { name: 'One less of Cream missing' }))
  expect(screen.getByText('2 lines changed')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save picking' }))

  const lines = within(await screen.findByRole('list', { name: 'Order lines' }))
  expect(sent()).toMatchObject([
    {
      params: { id: before.id },
      key: expect.any(String),
      body: {
        lines: [
          { position: 1, shortQuantity: 1, substituteQuantity: 1 },
          { position: 2, shortQuantity: 2, substituteQuantity: 0 },
        ],
      },
    },
  ])
  expect(lines.getByText('1 of 3 replaced by Limes')).toBeTruthy()
  expect(lines.getByText('2 of 3 to follow')).toBeTruthy()
  expect(lines.getByText(/in place of Lemons/)).toBeTruthy()
})

test('a substitute whose allergens have changed is named in its line, and sending it again without it keeps the rest', async () => {
  const { server, user, row, sent } = await anOffice()
  const refused = refusal('agreement_broken')
  server.on(picking.pick, () => {
    throw Object.assign(refused, {
      reply: { code: 'agreement_broken', message: '', position: 1, broken: 'allergens' },
    })
  })
  await user.click(await screen.findByRole('button', { name: 'Pick' }))
  const first = await row('Lemons')
  await user.click(first.getByRole('button', { name: 'One more of Lemons missing' }))
  await user.click(screen.getByRole('button', { name: 'Save picking' }))
  await first.findByText(/The allergens of Limes have changed and the customer has not confirmed them/)
  expect(document.activeElement).toBe(
    first.getByRole('textbox', { name: 'Quantity of Limes to send instead' }),
  )
  server.on(picking.pick, () => before)
  await user.click(first.getByRole('button', { name: 'One less of Limes to send instead' }))
  expect(first.getByText('1 left out and not charged.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save picking' }))
  await screen.findByRole('list', { name: 'Order lines' })
  expect(sent().at(-1)?.body).toEqual({ lines: [{ position: 1, shortQuantity: 1, substituteQuantity: 0 }] })
  expect(sent()[0]?.key).not.toBe(sent()[1]?.key)
})

test('a count that is still being typed is saved, and a discarded picking comes back by Undo', async () => {
  const { server, user, row, sent } = await anOffice()
  server.on(picking.pick, () => before)
  await user.click(await screen.findByRole('button', { name: 'Pick' }))
  const missing = async () =>
    (await row('Cream')).getByRole<HTMLInputElement>('textbox', { name: 'Quantity of Cream missing' })
  fireEvent.input(await missing(), { target: { value: '2' } })
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(notifications.current()?.message).toMatch(/^Picking of order .* discarded$/))
  act(() => void notifications.restore())
  expect((await missing()).value).toBe('2')
  fireEvent.input(await missing(), { target: { value: '3' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save picking' }))
  await screen.findByRole('list', { name: 'Order lines' })
  expect(sent().map(({ body }) => body)).toEqual([
    { lines: [{ position: 3, shortQuantity: 3, substituteQuantity: 0 }] },
  ])
})

test('what is entered is kept when the delivery may be checked in meanwhile', async () => {
  const { server, user, row } = await anOffice()
  await user.click(await screen.findByRole('button', { name: 'Pick' }))
  await user.click((await row('Cream')).getByRole('button', { name: 'One more of Cream missing' }))
  // A refusal has the order read again.
  server.on(picking.pick, () => {
    throw refusal('order_not_found')
  })
  server.on(activeOrders.get, () => ({ ...before, deliveryDay: '2025-01-15', orderNo: 'today' }))
  await user.click(screen.getByRole('button', { name: 'Save picking' }))
  await screen.findByRole('heading', { name: /today/ })
  expect(screen.getByText('1 line changed')).toBeTruthy()
})

test('customers cannot pick', async () => {
  await anOffice('C2')
  await screen.findByRole('list', { name: 'Order lines' })
  expect(screen.queryByRole('button', { name: 'Pick' })).toBeNull()
})
