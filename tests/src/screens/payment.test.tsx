import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type CompanyConfig, config } from '#contract/config.ts'
import { type Payment, payments } from '#contract/payments.ts'
import { londonTimeOf } from '#domain/london-time.ts'
import { ApiError } from '#src/api/api-error.ts'
import { CompanyProvider } from '#src/features/company/company-context.tsx'
import { Screen as Orders } from '#src/screens/orders.tsx'
import { Screen } from '#src/screens/payments/payment.tsx'
import { noSignal, refusal } from '#tests/support/fake-api.ts'
import { aTestDevice, renderOn, type TestDevice } from '#tests/support/signed-in.tsx'
import { aCustomersOrders, anOrder } from './customers-orders.ts'
import { standInStripe, stripeScript } from './stripe-script.ts'

const PATH = '/payments/payment-o1'
const EXPIRES = new Date(Date.now() + 1_800_000)

const aPayment = (parts: Partial<Payment> = {}): Payment => ({
  id: 'o1',
  orderNo: '100123',
  basketId: 'T1',
  customerId: '200101',
  deliveryDay: '2026-11-25',
  amountPence: 2_500,
  state: 'awaiting',
  expiresAt: EXPIRES.toISOString(),
  failure: null,
  ...parts,
})

const theme = {} as CompanyConfig['general']['theme']
const COMPANY: CompanyConfig = {
  app_env: 'test',
  general: { company_name: 'Northgate', contact_phone: '', contact_email: '', theme },
  announcement: null,
  maintenance: null,
  card_key: 'pk_live_x',
  error_log: false,
}

/**
 * Opens the page.
 * @returns the server's side: the state of the payment
 */
const opened = (parts: Partial<Payment> = {}, path = PATH) => {
  const device = aTestDevice()
  const server = { payment: aPayment(parts), device }
  device.server.on(config.get, () => COMPANY)
  device.server.on(payments.begin, () => {
    const { payment } = server
    return { payment, clientSecret: payment.state === 'awaiting' ? 'pi_1_secret_x' : null }
  })
  show(device, path)
  return server
}

const show = (device: TestDevice, path = PATH) =>
  renderOn(
    device,
    <CompanyProvider api={device.server.api}>
      <Screen id="o1" />
    </CompanyProvider>,
    { path },
  )

const pay = () => screen.findByRole('button', { name: 'Pay £25.00' })
const pressPay = async () => {
  const button = await pay()
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
  await userEvent.click(button)
}
const title = (name: string) => screen.findByRole('heading', { level: 1, name })
/** On screen: it is announced too. */
const told = (words: string | RegExp) => screen.getByText(words, { selector: 'div' })
const begun = ({ server }: TestDevice) =>
  server.calls.filter(({ endpoint }) => endpoint === payments.begin).length

beforeEach(() => {
  standInStripe.form = 'ready'
  standInStripe.confirm = async () => ({})
})

// Runs first: the SDK keeps a script once loaded.
test('a script that fails to load is reported, and can be retried', async () => {
  opened()
  const scripts = () => document.querySelectorAll('script[src^="https://js.stripe.com/"]')
  await waitFor(() => expect(scripts()).toHaveLength(1))
  const [first] = scripts()
  fireEvent.error(first as Element)
  // The SDK tries twice.
  await waitFor(() => expect(scripts()[0]).not.toBe(first))
  fireEvent.error(scripts()[0] as Element)
  expect(
    await screen.findByText('We couldn’t load the card form. Check your connection, then try again.'),
  ).toBeTruthy()
  vi.stubGlobal('Stripe', stripeScript)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await pay()).toBeTruthy()
})

test('an awaited payment shows its deadline and amount, and is paid once', async () => {
  const server = opened()
  expect(await title('Awaiting payment')).toBeTruthy()
  const until = londonTimeOf(EXPIRES)
  told(`We’re holding your goods until ${until}. Order 100123 is placed once £25.00 is paid.`)
  const confirm = vi.fn(async () => {
    server.payment = aPayment({ state: 'paid' })
    return {}
  })
  standInStripe.confirm = confirm
  await pressPay()
  expect(await title('Paid')).toBeTruthy()
  told('£25.00 paid by card. Order 100123 is placed.')
  expect(screen.getByRole('link', { name: 'See the order' }).getAttribute('href')).toBe('/orders/create-T1')
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
  expect(confirm).toHaveBeenCalledOnce()
})

test('a declined card shows the bank’s reason, and another can be used', async () => {
  const server = opened()
  standInStripe.confirm = async () => {
    server.payment = aPayment({ failure: 'Your card was declined.' })
    return { error: { type: 'card_error', message: 'Your card was declined.' } }
  }
  await pressPay()
  expect(
    await screen.findByText('Your card was declined. You can try again, or use another card.'),
  ).toBeTruthy()
  await waitFor(async () => expect((await pay()).getAttribute('aria-busy')).toBeNull())
  expect(screen.queryByText('Your card was declined.')).toBeNull()
})

test('a lost reply to a payment is reported, and the server is asked for the outcome', async () => {
  const server = opened()
  standInStripe.confirm = async () => {
    throw new Error('The frame is gone')
  }
  await pressPay()
  expect(await screen.findByText(/We couldn’t reach the card service.*not be charged twice/)).toBeTruthy()
  await waitFor(() => expect(begun(server.device)).toBe(2))
  await waitFor(async () => expect((await pay()).getAttribute('aria-busy')).toBeNull())
  standInStripe.confirm = async () => {
    server.payment = aPayment({ state: 'paid' })
    throw new Error('The frame is gone')
  }
  await userEvent.click(await pay())
  expect(await title('Paid')).toBeTruthy()
  expect(screen.queryByText(/couldn’t reach/)).toBeNull()
})

test('a form that fails to load is reported, and retried after asking the server', async () => {
  standInStripe.form = 'loaderror'
  const { device } = opened()
  expect(await screen.findByText(/We couldn’t load the card form/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
  standInStripe.form = 'ready'
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await pressPay()
  expect(begun(device)).toBeGreaterThan(1)
})

test('a failed form of a payment that has ended shows the outcome instead', async () => {
  standInStripe.form = 'loaderror'
  const server = opened()
  await screen.findByText(/We couldn’t load the card form/)
  server.payment = aPayment({ state: 'released' })
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await title('Not paid')).toBeTruthy()
})

test.each([
  ['released', 'Not paid', 'Order 100123 was cancelled before it was paid for. Nothing was charged.'],
  ['refunding', 'Being refunded', /refunding £25.00 to your card/],
  ['refunded', 'Refunded', /refunded £25.00 for order 100123 to your card/],
] as const)('a payment that is %s says so, and asks for no card', async (state, heading, words) => {
  opened({ state })
  expect(await title(heading)).toBeTruthy()
  told(words)
  expect(screen.getByRole('link', { name: 'Back to home' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
})

test('the bank’s secret is removed from the address', async () => {
  opened({ state: 'paid' }, `${PATH}?payment_intent_client_secret=pi_1_secret_x`)
  expect(await title('Paid')).toBeTruthy()
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe(PATH))
})

test('offline, it says so and can be retried', async () => {
  const device = aTestDevice()
  show(device)
  expect(await screen.findByText(noSignal().message)).toBeTruthy()
  device.server.on(payments.begin, () => ({ payment: aPayment({ state: 'paid' }), clientSecret: null }))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await title('Paid')).toBeTruthy()
})

test('after paying, the lists of orders are read again', async () => {
  const order = anOrder({ payBy: 'card', status: 'awaiting_payment', confirmedAt: null, deliveredAt: null })
  const orders = [order]
  const device = await aCustomersOrders({ orders })
  device.server.on(config.get, () => COMPANY)
  device.server.on(payments.begin, () => {
    const isPaid = orders[0]?.status === 'placed'
    return {
      payment: aPayment({ state: isPaid ? 'paid' : 'awaiting' }),
      clientSecret: isPaid ? null : 'pi_1_secret_x',
    }
  })
  renderOn(
    device,
    <CompanyProvider api={device.server.api}>
      <Orders />
      <Screen id="o1" />
    </CompanyProvider>,
  )
  expect(await screen.findByText('Awaiting payment', { selector: 'span' })).toBeTruthy()
  standInStripe.confirm = async () => {
    orders[0] = { ...order, status: 'placed' }
    return {}
  }
  await pressPay()
  expect(await screen.findByText('Placed', { selector: 'span' })).toBeTruthy()
  expect(screen.queryByText('Awaiting payment')).toBeNull()
})

test.each([
  ['whose session has ended', refusal('unauthenticated')],
  [
    'without a session',
    new ApiError({ status: 0, code: 'signed_out', message: 'You have been signed out.' }),
  ],
])('a visitor %s returns to the payment after signing in', async (_, error) => {
  const device = aTestDevice()
  device.server.on(payments.begin, () => {
    throw error
  })
  show(device)
  await userEvent.click(await screen.findByRole('link', { name: 'Sign in' }))
  const address = screen.getByTestId('address')
  expect(address.textContent).toBe('/auth/sign-in')
  expect(JSON.parse(address.dataset.state ?? '')).toEqual({ returnTo: PATH })
})
