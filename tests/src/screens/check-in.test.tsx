import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { claims } from '#contract/claims.ts'
import { activeOrders } from '#contract/orders.ts'
import type { CheckInHere } from '#domain/check-ins.ts'
import { londonDayOf } from '#domain/london-time.ts'
import { Screen as OrderPage } from '#src/screens/orders/history-order.tsx'
import { keepOrders } from '#src/store/known-orders.ts'
import { renderOn } from '#tests/support/signed-in.tsx'
import { aCustomersOrders, anOrderLine as aLine, anOrder } from './customers-orders.ts'

// jsdom draws nothing.
beforeEach(() => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 3_000, height: 2_000, close: () => {} }))
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((onBlob) =>
    onBlob(new Blob([new Uint8Array([0xff, 0xd8, 0xff])])),
  )
})

const HOUR_MS = 3_600_000
const deliveredAt = new Date(Date.now() - HOUR_MS)

const aDelivery = async () => {
  const order = anOrder({
    deliveredAt: deliveredAt.toISOString(),
    deliveryDay: londonDayOf(deliveredAt),
    lines: [
      aLine({
        product_no: 'A',
        name: 'Lemons',
        position: 0,
        quantity: 3,
        deliveredQuantity: 3,
        unitPricePence: 1_640,
        netPence: 4_920,
      }),
      aLine({ product_no: 'B', name: 'Eggs', position: 1, storageType: 'chilled' }),
    ],
  })
  const kitchen = await aCustomersOrders({ orders: [order] })
  await keepOrders(kitchen.user.database, order.customerId, [order])
  kitchen.server.cut(activeOrders.get)
  return { ...kitchen, order }
}

test('a delivery is counted without a connection: a photo, the credit, the driver, and nothing is lost by a reload', async () => {
  const user = userEvent.setup()
  const { order, ...kitchen } = await aDelivery()
  const page = renderOn(kitchen, <OrderPage id={order.id} />)
  await user.click(await screen.findByRole('button', { name: 'Check in delivery' }))
  await user.click(await screen.findByRole('button', { name: 'Problem with Lemons' }))
  await user.click(await screen.findByRole('radio', { name: 'Damaged' }))
  await user.type(screen.getByRole('textbox', { name: /What happened/ }), 'Crushed')
  await user.upload(screen.getByLabelText('Add photo'), new File(['x'], 'box.jpg', { type: 'image/jpeg' }))
  await screen.findByRole('button', { name: 'Remove photo 1' })
  await user.click(screen.getByRole('button', { name: 'Save problem' }))
  await screen.findByText('£16.40 credit requested')

  page.unmount()
  const again = renderOn(kitchen, <OrderPage id={order.id} />)
  await screen.findByText('£16.40 credit requested')
  await user.click(screen.getByRole('button', { name: 'Finish later' }))
  await screen.findByText('1 of 2 checked, 1 problem')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await user.click(await screen.findByRole('button', { name: 'All others arrived' }))
  await user.click(await screen.findByRole('button', { name: 'Finish' }))
  await user.click(await screen.findByRole('radio', { name: 'Driver’s PIN' }))
  await user.click(screen.getByRole('button', { name: 'Send check-in' }))
  await screen.findByText('There is a problem')
  await user.type(screen.getByRole('textbox', { name: 'Driver’s PIN' }), '1234')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(await screen.findByRole('button', { name: 'Finish' }))
  await screen.findByDisplayValue('1234')
  await user.click(screen.getByRole('button', { name: 'One more of crates' }))
  await user.click(screen.getByRole('button', { name: 'Send check-in' }))

  await screen.findByText('On this device')
  const waiting = await kitchen.user.database.outbox.toArray()
  expect(waiting.map(({ operation }) => operation)).toMatchObject([
    {
      kind: 'check_in',
      orderId: order.id,
      made: {
        checked: [1],
        lines: [{ position: 0, problem: 'damaged', quantity: 1, seenQuantity: 0, reason: 'Crushed' }],
        signedBy: 'Robin Cook',
        driverPin: '1234',
        empties: [{ kind: 'crates', quantity: 1 }],
      },
    },
    { kind: 'kept_photo', position: 0 },
  ])
  // The order's own lines are back.
  await screen.findByRole('list', { name: 'Order lines' })

  // Another problem is one line, and survives a reload before it is sent.
  await user.click(await screen.findByRole('button', { name: 'Report another problem' }))
  await user.click(await screen.findByRole('button', { name: /^Eggs/ }))
  await user.click(await screen.findByRole('radio', { name: 'Wrong item' }))
  await user.type(screen.getByRole('textbox', { name: /What happened/ }), 'Quail')
  await screen.findByText('Eggs: 1 wrong')
  again.unmount()
  renderOn(kitchen, <OrderPage id={order.id} />)
  await user.click(await screen.findByRole('button', { name: 'Edit problem with Eggs' }))
  await screen.findByDisplayValue('Quail')
  const [sendReport] = within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Send report' })
  await user.click(sendReport as HTMLElement)
  await waitFor(async () =>
    expect((await kitchen.user.database.outbox.toArray()).at(-1)).toMatchObject({
      operation: { made: { checked: [], lines: [{ position: 1, problem: 'wrong', reason: 'Quail' }] } },
    }),
  )
  await screen.findByRole('button', { name: 'Report another problem' })
})

test('a question of the office is answered from the order’s page, with a photo, and nothing typed is lost by a reload', async () => {
  const user = userEvent.setup()
  const { order, ...kitchen } = await aDelivery()
  const asked: CheckInHere = {
    id: '01900000-0000-7000-8000-0000000000c1',
    orderId: order.id,
    at: deliveredAt.toISOString(),
    by: 'Robin Cook',
    checked: [1],
    lines: [{ position: 0, problem: 'short', quantity: 1, reason: '' }],
    photos: [],
    signedBy: '',
    empties: [],
    claimNo: '10001',
    state: 'asked',
    creditPence: 1_640,
    creditNoteNo: null,
    said: [{ at: deliveredAt.toISOString(), kind: 'asked', by: 'Ada', words: 'Was the case open?' }],
  }
  kitchen.server.on(claims.own, () => ({ data: [asked as never] }))
  const page = renderOn(kitchen, <OrderPage id={order.id} />)
  await user.type(await screen.findByRole('textbox', { name: 'Your answer' }), 'No')
  await user.upload(screen.getByLabelText('Add photo'), new File(['x'], 'box.jpg', { type: 'image/jpeg' }))
  await screen.findByRole('button', { name: 'Remove photo 1' })
  page.unmount()
  renderOn(kitchen, <OrderPage id={order.id} />)
  const claim = within(await screen.findByRole('region', { name: 'Claim 10001' }))
  expect(claim.getByText('Was the case open?')).toBeTruthy()
  expect(claim.getByText('Lemons: 1 short')).toBeTruthy()
  await claim.findByDisplayValue('No')
  await claim.findByRole('button', { name: 'Remove photo 1' })
  await user.click(claim.getByRole('button', { name: 'Send answer' }))
  await waitFor(async () =>
    expect(await kitchen.user.database.outbox.toArray()).toMatchObject([
      { operation: { kind: 'kept_photo', checkInId: asked.id, position: 0 } },
      { operation: { kind: 'answer', checkInId: asked.id, words: 'No' } },
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Your answer' })).toBeNull())
})
