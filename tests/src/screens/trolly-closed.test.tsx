import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { type Order, trollies } from '#contract/trollies.ts'
import type { Refusal } from '#domain/trollies/operation.ts'
import { Screen as TrollyScreen } from '#src/screens/orders/create.tsx'
import {
  aTrolly,
  at,
  box,
  press,
  queue,
  set,
  showCheckout,
  showProduct,
  showTrolly,
} from '#tests/support/a-trolly.tsx'
import { refusal } from '#tests/support/fake-api.ts'
import { aHead, aTestDevice, renderOn } from '#tests/support/signed-in.tsx'

const ORDERED: Refusal = {
  code: 'checked_out',
  message: '',
  status: 409,
  reply: { order: { orderNo: '100123', lines: [{ product_no: 'C3', quantity: 1 }] } },
}
const PLACED: Order = {
  id: 'O1',
  orderNo: '100123',
  basketId: 'T1',
  customerId: '200101',
  deliveryDay: '2026-11-24',
  poNumber: '',
  instructions: '',
  placedAt: at,
  payBy: 'account',
  lines: [],
  totals: {
    lineCount: 1,
    netPence: 5_000,
    vat: [],
    vatPence: 0,
    totalPence: 5_000,
    estimated: false,
    unpricedCount: 0,
  },
}
const DELETED: Refusal = { code: 'trolly_deleted', message: '', status: 410 }

describe('a trolly that was ordered or deleted elsewhere', () => {
  const orderedElsewhere = async () => {
    const test = await aTrolly([{ operation: set('C3', 3), state: 'held', refusal: ORDERED }])
    await test.user.database.placedOrders.put(PLACED)
    await test.user.database.trollies.update('T1', { state: 'checked_out' })
    return test
  }
  const deletedElsewhere = async () => {
    const test = await aTrolly([{ operation: set('C3', 3), state: 'held', refusal: DELETED }])
    await test.user.database.trollies.update('T1', { state: 'deleted' })
    return test
  }

  it('shows what happened and what would move, with nothing to order, pay or fix', async () => {
    const test = await orderedElsewhere()
    showTrolly(test)
    const card = within(await screen.findByRole('article', { name: 'This trolly is on hold' }))
    expect(card.getByText('This trolly was ordered as 100123 on another device.')).toBeTruthy()
    expect(card.getByText('2 more Hash Browns are not in the order.')).toBeTruthy()
    expect(card.getByRole('button', { name: 'Move 1 line to a new trolly' })).toBeTruthy()
    expect(((await box('Chicken Thighs')) as HTMLInputElement).disabled).toBe(true)
    expect(screen.queryByRole('link', { name: /Checkout|Add products/ })).toBeNull()
    expect(screen.queryByRole('list', { name: 'Before you can order' })).toBeNull()
    expect(screen.queryByText(/\+ £0.00 VAT/)).toBeNull()
  })

  it.each([
    ['ordered', orderedElsewhere, 'This trolly was ordered as 100123 on another device.', 'Order placed'],
    [
      'deleted',
      deletedElsewhere,
      'This trolly was deleted on another device.',
      /^The trolly is not on this device/,
    ],
  ])(
    '%s: its checkout shows the notice with its choices, and no button to order',
    async (_, make, words, left) => {
      const test = await make()
      showCheckout(test)
      expect(await screen.findByText(words)).toBeTruthy()
      expect(screen.getByRole('button', { name: 'Move 1 line to a new trolly' })).toBeTruthy()
      expect(screen.queryByRole('button', { name: /Place/ })).toBeNull()
      await press('Discard')
      await waitFor(async () => expect(await queue(test)).toEqual([]))
      expect(await screen.findByText(left)).toBeTruthy()
    },
  )

  it('says so in its footer, visible from any line, with a link to the choices', async () => {
    const test = await aTrolly([{ operation: set('C3', 3) }])
    const { database } = test.user
    const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
    const { container } = showTrolly(test)
    await screen.findByRole('link', { name: 'Checkout' })
    await act(() =>
      database.transaction('rw', [database.trollies, database.placedOrders, database.outbox], async () => {
        await database.placedOrders.put(PLACED)
        await database.trollies.update('T1', { state: 'checked_out' })
        await database.outbox.toCollection().modify({ state: 'held', refusal: ORDERED })
      }),
    )
    const foot = await waitFor(() => {
      const found = container.querySelector<HTMLElement>('[data-sticky]')
      if (!found?.textContent?.startsWith('Ordered on another device.')) throw new Error('It does not say so')
      return within(found)
    })
    // At no moment did the order replace the page, which would scroll to the top.
    expect(scroll).not.toHaveBeenCalled()
    // Announced too: a region that appears together with its text is not.
    await waitFor(() => expect(screen.getByRole('log').textContent).toContain('Ordered on another device.'))
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
    await userEvent.click(foot.getByRole('button', { name: 'Review your options' }))
    const card = screen.getByRole('article', { name: 'This trolly is on hold' })
    expect(document.activeElement?.contains(card)).toBe(true)
    expect(shown.mock.contexts).toEqual([document.activeElement])
  })

  it('in another tab is replaced by its order, shown from the top', async () => {
    const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
    const test = await aTrolly()
    const { database } = test.user
    showTrolly(test)
    await screen.findByRole('link', { name: 'Checkout' })
    await act(async () => {
      await database.trollies.update('T1', { state: 'checked_out' })
    })
    // All that is known of an order that this build cannot read.
    expect(await screen.findByText('This trolly has been ordered.')).toBeTruthy()
    expect(scroll).not.toHaveBeenCalled()
    await act(() => database.placedOrders.put(PLACED))
    expect(await screen.findByRole('heading', { name: 'Order placed' })).toBeTruthy()
    expect(scroll).toHaveBeenCalledWith(0, 0)
  })

  it('links to the other trollies if the address has no valid id', async () => {
    const test = aTestDevice()
    test.server.on(trollies.get, () => {
      throw refusal('invalid_request', { message: 'The request is not in the expected format.' })
    })
    renderOn(test, <TrollyScreen id="0190f000-0000" />)
    expect(await screen.findByText(/^We can’t find this trolly/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'See your trollies' }).getAttribute('href')).toBe('/orders')
    expect(screen.queryByText(/expected format/)).toBeNull()
  })

  it('is reported as ordered once the server says so', async () => {
    const test = await aTrolly()
    const closed = aHead({ id: 'T1', version: 2, state: 'checked_out' })
    test.server.on(trollies.get, () => ({ ...closed, totals: PLACED.totals, items: [] }))
    showTrolly(test)
    expect(await screen.findByText('This trolly has been ordered.')).toBeTruthy()
  })

  it('says what happened to it while products are being chosen', async () => {
    const test = await deletedElsewhere()
    showProduct(test)
    const words = await screen.findByText(/This trolly was deleted on another device\. You can’t add to it/)
    // Visible from anywhere in the results.
    expect(words.closest('[data-sticky]')).toBeTruthy()
    expect(screen.queryByText(/\+ £0.00 VAT/)).toBeNull()
  })

  it('on this device can be restored until its deletion is sent', async () => {
    const test = await aTrolly()
    await test.user.outbox.append('T1', { kind: 'delete' })
    showTrolly(test)
    expect(await screen.findByText('This trolly has been deleted.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Checkout' })).toBeNull()
    await press('Restore trolly')
    expect(await screen.findByRole('link', { name: 'Checkout' })).toBeTruthy()
  })
})
