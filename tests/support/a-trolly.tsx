import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Operation, TrollyRecord } from '#domain/trollies/operation.ts'
import { LaneQuestions } from '#src/app/member/lane-questions.tsx'
import { DecisionCard } from '#src/features/decisions/decision-card.tsx'
import { HeldCard } from '#src/features/decisions/held-card.tsx'
import { WorkLine } from '#src/features/status/work-line.tsx'
import { Screen as CheckoutScreen } from '#src/screens/orders/create/search/checkout.tsx'
import { Screen as SearchScreen } from '#src/screens/orders/create/search/product.tsx'
import { Screen as TrollyScreen } from '#src/screens/orders/create.tsx'
import { keepChoice } from '#src/store/choice.ts'
import { aCustomer, aHead, aProduct, aRecord, aTestDevice, renderOn } from '#tests/support/signed-in.tsx'

// A trolly with three lines on the screens that show it.

const NAMES = { A1: 'Chicken Thighs', B2: 'Whole Milk', C3: 'Hash Browns' }
/** Ahead of the day on which these tests begin. */
export const DAY = '2026-12-04'
export type Code = keyof typeof NAMES
export const at = '2026-11-20T09:00:00.000Z'

/** Three lines in a trolly, the hash browns out of stock, and no word from the server. */
export const aTrolly = async (queued: (Pick<TrollyRecord, 'operation'> & Partial<TrollyRecord>)[] = []) => {
  const test = aTestDevice()
  const { database } = test.user
  const head = aHead({ id: 'T1', deliveryDay: DAY })
  await database.trollies.put(head)
  const quantities: [Code, number][] = [
    ['A1', 2],
    ['B2', 4],
    ['C3', 1],
  ]
  for (const [product_no, quantity] of quantities) {
    const stockQuantity = product_no === 'C3' ? 0 : 100
    await database.products.put(aProduct({ product_no, name: NAMES[product_no], stockQuantity }))
    await database.prices.put({ priceListId: 'PUBS', product_no, pence: 5_000 })
    const line = { product_no, quantity, version: 1, removed: false, seenPricePence: 5_000, addedAt: at }
    await database.lines.put({ ...line, trollyId: 'T1' })
  }
  await keepChoice(database, { customer: aCustomer(), deliveryDay: head.deliveryDay, trollyId: 'T1' })
  await database.outbox.bulkAdd(queued.map((record) => aRecord({ lane: 'trolly:T1', ...record })))
  return test
}

export type Trolly = Awaited<ReturnType<typeof aTrolly>>
const status = <WorkLine Decision={DecisionCard} Held={HeldCard} Questions={LaneQuestions} />
export const showTrolly = (test: Trolly) =>
  renderOn(
    test,
    <>
      {status}
      <TrollyScreen id="T1" />
    </>,
    { path: '/orders/create-T1' },
  )
export const showCheckout = (test: Trolly) =>
  renderOn(
    test,
    <>
      {status}
      <CheckoutScreen id="T1" />
    </>,
    { path: '/orders/create/search/checkout-T1' },
  )
export const showProduct = (test: Trolly) =>
  renderOn(test, <SearchScreen id="A1" />, { path: '/orders/create/search/product-A1?trolly=T1' })

export const set = (product_no: Code, quantity: number): Operation => ({
  kind: 'set',
  product_no,
  quantity,
  seenPricePence: 5_000,
  addedAt: at,
})
export const ORDER: Operation = {
  kind: 'checkout',
  deliveryDay: DAY,
  lines: [],
  totalPence: 0,
  confirmations: { ageRestricted: false, catchWeight: false },
}

export const box = (name: string) => screen.findByRole('textbox', { name: `Quantity of ${name}` })
export const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
export const queue = ({ user }: Trolly) => user.database.outbox.orderBy('seq').toArray()
/** The card at the bottom, not a banner of the page. */
export const message = async (words: RegExp) => {
  const found = await waitFor(() => {
    const card = screen
      .getAllByRole('button', { name: 'Dismiss message' })
      .map((button) => button.parentElement)
      .find((each) => each && words.test(each.textContent ?? ''))
    if (!card) throw new Error(`No message says ${words}`)
    return card
  })
  return within(found)
}
