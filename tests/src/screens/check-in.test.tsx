import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { claims } from '#contract/claims.ts'
import { activeOrders } from '#contract/orders.ts'
import { type CheckInHere, checkInsLane } from '#domain/check-ins.ts'
import { londonDayOf } from '#domain/london-time.ts'
import { Screen as OrderPage } from '#src/screens/orders/history-order.tsx'
import { draftQuery } from '#src/store/check-in-draft.ts'
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

const ASKED = {
  at: deliveredAt.toISOString(),
  kind: 'asked' as const,
  by: 'Ada',
  words: 'Was the case open?',
}

const aClaim = (orderId: string, parts: Partial<CheckInHere> = {}): CheckInHere => ({
  id: '01900000-0000-7000-8000-0000000000c1',
  orderId,
  at: deliveredAt.toISOString(),
  by: 'Robin Cook',
  checked: [1],
  lines: [{ position: 0, problem: 'short', quantity: 1, reason: '' }],
  photos: [],
  signedBy: '',
  empties: [],
  claimNo: '10001',
  state: 'open',
  creditPence: 1_640,
  creditNoteNo: null,
  said: [],
  ...parts,
})

const PHOTO = new File(['x'], 'box.jpg', { type: 'image/jpeg' })

/** @returns lets the oldest photo that is being made smaller go on */
const slowPhotos = () => {
  const waiting: (() => void)[] = []
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((onBlob) => {
    waiting.push(() => onBlob(new Blob([new Uint8Array([0xff, 0xd8, 0xff])])))
  })
  return () => waiting.shift()?.()
}

const isBlocked = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true'

test('a delivery is counted without a connection: a photo, the credit, the driver, and nothing is lost by a reload', async () => {
  const user = userEvent.setup()
  const { order, ...kitchen } = await aDelivery()
  const page = renderOn(kitchen, <OrderPage id={order.id} />)
  await user.click(await screen.findByRole('button', { name: 'Check in delivery' }))
  await user.click(await screen.findByRole('button', { name: 'Problem with Lemons' }))
  await user.click(await screen.findByRole('radio', { name: 'Damaged' }))
  await user.type(screen.getByRole('textbox', { name: /What happened/ }), 'Crushed')
  await user.upload(screen.getByLabelText('Add photo'), PHOTO)
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
  await user.type(screen.getByRole('textbox', { name: 'Quantity of crates' }), '1')
  // Some browsers keep the focus in the box when a button is pressed.
  fireEvent.click(screen.getByRole('button', { name: 'Send check-in' }))

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
  const asked = aClaim(order.id, { state: 'asked', said: [ASKED] })
  kitchen.server.on(claims.own, () => ({ data: [asked as never] }))
  const page = renderOn(kitchen, <OrderPage id={order.id} />)
  await user.type(await screen.findByRole('textbox', { name: 'Your answer' }), 'No')
  await user.upload(screen.getByLabelText('Add photo'), PHOTO)
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

test('a photo that is ready after its sheet was closed and opened again is saved with the problem', async () => {
  const user = userEvent.setup()
  const { order, ...kitchen } = await aDelivery()
  const finishPhoto = slowPhotos()
  renderOn(kitchen, <OrderPage id={order.id} />)
  await user.click(await screen.findByRole('button', { name: 'Check in delivery' }))
  await user.click(await screen.findByRole('button', { name: 'Problem with Lemons' }))
  await user.click(await screen.findByRole('button', { name: 'Save problem' }))
  await user.click(await screen.findByRole('button', { name: 'Edit problem with Lemons' }))
  await user.upload(await screen.findByLabelText('Add photo'), PHOTO)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(await screen.findByRole('button', { name: 'Edit problem with Lemons' }))
  await user.type(await screen.findByRole('textbox', { name: /What happened/ }), 'Crushed')
  expect(isBlocked(screen.getByRole('button', { name: 'Save problem' }))).toBe(true)
  expect(isBlocked(screen.getByRole('button', { name: 'No problem after all' }))).toBe(true)
  finishPhoto()
  await screen.findByRole('button', { name: 'Remove photo 1' })
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(() => {
    throw new Error('Out of memory')
  })
  await user.upload(screen.getByLabelText('Add photo'), PHOTO)
  await screen.findByText(/can’t read that picture/)
  await user.click(screen.getByRole('button', { name: 'Save problem' }))
  await waitFor(async () =>
    expect((await draftQuery(order).read(kitchen.user.database))?.problems[0]).toMatchObject({
      reason: 'Crushed',
      photos: [{}],
    }),
  )
})

test('a colleague’s check-in leaves the open sheet alone, and what it claims is not claimed again', async () => {
  const user = userEvent.setup()
  const { order, ...kitchen } = await aDelivery()
  const { rows } = kitchen.user.database
  const lane = checkInsLane(order.customerId)
  kitchen.server.cut(claims.own)
  renderOn(kitchen, <OrderPage id={order.id} />)
  await user.click(await screen.findByRole('button', { name: 'Check in delivery' }))
  await user.click(await screen.findByRole('button', { name: 'Problem with Eggs' }))
  await user.type(await screen.findByRole('textbox', { name: /What happened/ }), 'Quail')
  const theirs = aClaim(order.id)
  await rows.put({ lane, id: theirs.id, value: theirs })
  await screen.findByText('Claim 10001')
  expect(screen.getByDisplayValue('Quail')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save problem' }))

  // What is left is a report, of which a wrong line can be taken out.
  await screen.findByText('Report not sent yet')
  await user.click(screen.getByRole('button', { name: 'Edit problem with Eggs' }))
  await user.click(await screen.findByRole('button', { name: 'No problem after all' }))
  await screen.findByRole('button', { name: 'Report another problem' })
  const all = order.lines.map(({ position = 0, quantity }) => ({
    ...{ position, quantity },
    problem: 'short' as const,
    reason: '',
  }))
  await rows.put({ lane, id: theirs.id, value: { ...theirs, lines: all } })
  await screen.findByText('Everything in this delivery has been reported.')
  expect(screen.queryByRole('button', { name: 'Report another problem' })).toBeNull()
})

test('an answer waits for all of its photos, and does not come back with the next question', async () => {
  const user = userEvent.setup()
  const { order, ...kitchen } = await aDelivery()
  const { rows } = kitchen.user.database
  const lane = checkInsLane(order.customerId)
  const finishPhoto = slowPhotos()
  kitchen.server.cut(claims.own)
  const lines = [0, 1].map((position) => ({
    ...{ position, quantity: 1 },
    problem: 'short' as const,
    reason: '',
  }))
  const asked = aClaim(order.id, { state: 'asked', lines, said: [ASKED] })
  await rows.put({ lane, id: asked.id, value: asked })
  renderOn(kitchen, <OrderPage id={order.id} />)
  await user.type(await screen.findByRole('textbox', { name: 'Your answer' }), 'No')
  await user.upload(screen.getByLabelText('Add photo of Lemons'), PHOTO)
  await user.upload(screen.getByLabelText('Add photo of Eggs'), PHOTO)
  finishPhoto()
  await screen.findByRole('button', { name: 'Remove photo 1' })
  expect(isBlocked(screen.getByRole('button', { name: 'Send answer' }))).toBe(true)
  finishPhoto()
  await waitFor(() => expect(isBlocked(screen.getByRole('button', { name: 'Send answer' }))).toBe(false))

  const answered = { ...ASKED, kind: 'answered' as const, at: new Date().toISOString() }
  const next = { ...ASKED, at: new Date(Date.now() + 1).toISOString(), words: 'And the other one?' }
  await rows.put({ lane, id: asked.id, value: { ...asked, said: [ASKED, answered, next] } })
  await screen.findByText('And the other one?')
  await waitFor(() => expect(screen.queryByDisplayValue('No')).toBeNull())
  await screen.findByRole('textbox', { name: 'Your answer' })
})
