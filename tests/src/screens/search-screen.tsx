import { fireEvent, screen, within } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'
import { londonDayOf } from '#domain/london-time.ts'
import type { Product } from '#domain/product.ts'
import { dayNumberOf, type PastOrder } from '#domain/purchase-history.ts'
import { serveSearch } from '#src/features/search/engine/serve-search.ts'
import { Screen } from '#src/screens/orders/create/search.tsx'
import { storeHistory } from '#src/store/products/search-inputs.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { writeSync } from '#src/sync/engine/sync-state.ts'
import { DESK_QUERY } from '#src/ui/theme/use-media.ts'
import { workerStandIn } from '#tests/src/features/search/engine/worker-stand-in.ts'
import { historyOf } from '#tests/support/kitchen-orders.ts'
import { aHead, aProduct, aTestDevice, aUser, renderOn, type TestDevice } from '#tests/support/signed-in.tsx'
import { putOrdering } from './ordering.ts'

/** The search screen with a small list, and steps shared by its tests. */

export const THIGHS: Product = {
  ...aProduct({ product_no: 'A1', gtins: ['05012345678900'] }),
  pricePence: 1_250,
}
const BREASTS: Product = {
  ...aProduct({ product_no: 'A2', name: 'Chicken Breasts', storageType: 'frozen', salesRank: 1 }),
  pricePence: 1_890,
}
export const MILK: Product = {
  ...aProduct({
    product_no: 'A10',
    name: 'Whole Milk',
    department: 'Dairy',
    group: 'Milk',
    category: 'Milk',
    salesRank: 2,
  }),
  pricePence: 320,
}
export const LIST = [THIGHS, BREASTS, MILK]
export const HEAD = aHead()

export const aDevice = async ({
  list = LIST as readonly Product[],
  through = null as string | null,
  user = aUser(),
} = {}) => {
  const test = aTestDevice({ user })
  const { database } = test.user
  vi.stubGlobal('Worker', workerOver(database))
  // A session's search ends with it.
  onTestFinished(() => test.device.session.signOut('keep').then(() => undefined))
  await putOrdering(test, HEAD, { list, through })
  return test
}

/** The worker's real program, in this process: jsdom has no workers. */
const workerOver = (database: UserDatabase) =>
  class {
    constructor() {
      const standIn = workerStandIn()
      serveSearch(standIn.inside, () => database)
      // biome-ignore lint/correctness/noConstructorReturn: what `new Worker` gives is the stand-in.
      return standIn.worker
    }
  }

/** @param state of the history entry */
export const show = (test: TestDevice, search = '', id = HEAD.id, state: unknown = null) =>
  renderOn(test, <Screen id={id} />, { path: `/orders/create/search-${id}${search}`, state })

export const field = () => screen.findByRole('combobox', { name: 'Search products' })
export const type = async (text: string) => fireEvent.change(await field(), { target: { value: text } })
export const names = () => {
  const found = screen.queryByRole('list', { name: 'Products found' })
  const links = found && within(found).queryAllByRole('link', { name: /^(Chicken|Whole)/ })
  return (links ?? []).map((link) => link.textContent)
}
export const address = () => screen.getByTestId('address').textContent
export const quantityOf = (name: string) => screen.getByRole('textbox', { name: `Quantity of ${name}` })
export const failure = async (words: string) => {
  const said = await screen.findByText((text) => text.includes(words))
  const alert = said.closest<HTMLElement>('[role="alert"]')
  if (!alert) throw new Error('It is not said as a failure')
  return alert
}
export const shownIn = (field: HTMLElement) => (field as HTMLInputElement).value
export const withoutSignal = ({ user: { database } }: TestDevice) =>
  writeSync(database, 'lastContact', { reached: false, at: Date.now() })

/** The account's purchases: product codes with the number of orders, all recent. */
export const putPurchases = (test: TestDevice, times: Record<string, number>) => {
  const placedMs = Date.now()
  const day = dayNumberOf(londonDayOf(new Date())) - 1
  const orders = Object.entries(times).flatMap(([product_no, count]) =>
    Array.from({ length: count }, () => ({ day, placedMs, lines: [{ product_no, quantity: 1 }] })),
  )
  return putHistory(test, orders)
}

export const putHistory = (
  { user: { database } }: TestDevice,
  orders: readonly PastOrder[],
  customerId = HEAD.customerId,
) =>
  storeHistory(
    database,
    customerId,
    { cursor: 'bought', unchanged: [], months: historyOf(orders).slice() },
    { known: undefined, now: Date.now() },
  )

/** As wide as a desktop. */
export const atADesk = () => {
  const phone = window.matchMedia
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({
    ...phone(query),
    matches: query === DESK_QUERY,
  }))
  onTestFinished(() => void vi.mocked(window.matchMedia).mockRestore())
}
