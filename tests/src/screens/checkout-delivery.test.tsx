import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type CollectionAddress, collectionAddresses } from '#contract/collection-addresses.ts'
import { customers } from '#contract/customers.ts'
import { type DeliveryAddress, deliveryAddresses } from '#contract/delivery-addresses.ts'
import type { Customer } from '#domain/customer.ts'
import { dayPlus, londonDayOf } from '#domain/london-time.ts'
import type { Details } from '#domain/trollies/operation.ts'
import type { TrollyHead } from '#domain/trolly.ts'
import { Screen } from '#src/screens/orders/create/search/checkout.tsx'
import { aHead, aTestDevice, renderOn } from '#tests/support/signed-in.tsx'
import { aLine, aListed, putOrdering } from './ordering.ts'

vi.setConfig({ testTimeout: 30_000 })

const DAY = dayPlus(londonDayOf(new Date()), 3)
const DAYS_AHEAD_MS = 24 * 60 * 60_000

const SITE: CollectionAddress = {
  id: '019d3c3e-8f8e-7e8e-8e8e-000000000001',
  name: 'Halifax depot',
  addressLines: ['Dean Clough Wharf'],
  town: 'Halifax',
  postcode: 'HX3 5AX',
  phone: '01632 960 123',
  storageTypes: ['ambient', 'chilled', 'frozen'],
  days: [
    {
      day: DAY,
      slots: [
        { slot: '07:00-09:00', closesAt: new Date(Date.now() + DAYS_AHEAD_MS).toISOString(), free: 4 },
        { slot: '11:00-13:00', closesAt: new Date(Date.now() + DAYS_AHEAD_MS).toISOString(), free: 0 },
      ],
    },
  ],
}

const anAddress = (parts: Partial<DeliveryAddress> = {}): DeliveryAddress => ({
  id: '019d3c3e-8f8e-7e8e-8e8e-000000000002',
  customerId: '200101',
  name: 'The marquee',
  contactName: 'Ada Lees',
  contactPhone: '01904 123456',
  addressLines: ['3 Mill Lane'],
  town: 'York',
  postcode: 'YO1 7HH',
  accessNotes: 'Side gate',
  isDefault: false,
  delivery: {
    route: 'YORK',
    weekdays: [1, 2, 3, 4, 5],
    cutOffTime: '16:00',
    minimumOrderPence: 1_000,
    deliveryChargePence: 500,
  },
  version: 1,
  deleted: false,
  updatedAt: '2026-11-20T09:00:00.000Z',
  ...parts,
})

type Parts = {
  head?: Partial<TrollyHead>
  customer?: Partial<Customer>
  sites?: CollectionAddress[]
  addresses?: DeliveryAddress[]
}

/** A trolly with one line of £10, whose account pays £3 for delivery below £40. */
const aCheckout = async ({ head: parts, customer, sites = [SITE], addresses = [] }: Parts = {}) => {
  const device = aTestDevice()
  const head = aHead({ deliveryDay: DAY, ...parts })
  await putOrdering(device, head, {
    list: [aListed()],
    lines: [aLine(head, 'A1')],
    customer: {
      accountKind: 'cash',
      minimumOrderPence: 0,
      freeDeliveryPence: 4_000,
      deliveryChargePence: 300,
      ...customer,
    },
  })
  device.server.on(collectionAddresses.search, () => ({
    data: sites,
    total: sites.length,
    page: 1,
    pageLength: 96,
  }))
  device.server.on(deliveryAddresses.search, () => ({
    data: addresses,
    total: addresses.length,
    page: 1,
    pageLength: 96,
  }))
  device.server.on(deliveryAddresses.create, ({ body }) => {
    const added = anAddress(body)
    addresses.push(added)
    return added
  })
  device.server.on(customers.deliveryDates, () => ({
    data: [{ day: DAY, cutOffAt: new Date(Date.now() + DAYS_AHEAD_MS).toISOString() }],
    serverTime: new Date().toISOString(),
  }))
  renderOn(device, <Screen id={head.id} />)
  await screen.findByRole('heading', { name: 'Checkout' })
  const changes = async () =>
    (await device.user.database.outbox.toArray()).map(({ operation }) => (operation as Details).changes)
  return { device, head, changes }
}

const shown = (term: RegExp) => screen.findByText(term, { selector: 'dt' })
const valueBeside = async (term: RegExp) => (await shown(term)).nextElementSibling?.textContent

/** They are announced too. */
const problem = async (words: string | RegExp) =>
  within(await screen.findByRole('list', { name: 'Before you can order' })).getByText(words)

test('the charge is a separate line, with the amount for free delivery', async () => {
  await aCheckout()
  expect(await valueBeside(/^Delivery \(free from £40.00\)$/)).toBe('£3.00')
  expect(await valueBeside(/^VAT 20%$/)).toBe('£0.60')
  expect(await valueBeside(/^Total$/)).toBe('£13.60')
})

test('an order sends the delivery and the charge shown', async () => {
  const { device } = await aCheckout()
  await shown(/^Delivery \(/)
  await userEvent.click(await screen.findByRole('button', { name: /^Place order/, busy: false }))
  await waitFor(async () =>
    expect(await device.user.database.outbox.toArray()).toMatchObject([
      {
        operation: {
          kind: 'checkout',
          method: 'delivery',
          deliveryAddressId: null,
          deliveryChargePence: 300,
          totalPence: 1_360,
        },
      },
    ]),
  )
})

test('a collection needs a site and a time, and is free', async () => {
  const { changes } = await aCheckout()
  await userEvent.click(await screen.findByRole('radio', { name: 'Collection' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Collection' }))
  expect(await sheet.findByRole('button', { name: /^11:00–13:00Fully booked/ })).toHaveProperty(
    'ariaDisabled',
    'true',
  )
  await userEvent.click(sheet.getByRole('button', { name: /^07:00–09:00/ }))
  expect(await screen.findByText(/^Collect .*, 07:00–09:00$/)).toBeTruthy()
  expect(screen.getByText('Halifax depot, Dean Clough Wharf, Halifax, HX3 5AX')).toBeTruthy()
  expect(await valueBeside(/^Total$/)).toBe('£10.00')
  expect(screen.getByText('Pay when you collect')).toBeTruthy()
  expect(screen.queryByText(/^Delivery \(/)).toBeNull()
  expect(await changes()).toEqual([
    {
      method: 'collection',
      deliveryAddressId: null,
      collectionSiteId: SITE.id,
      collectionSlot: '07:00-09:00',
      deliveryDay: DAY,
    },
  ])
})

test('a collection without a time cannot be ordered, and says how to choose one', async () => {
  await aCheckout({ head: { method: 'collection', collectionSiteId: SITE.id } })
  expect(await problem('Choose a collection time')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Choose where and when' }))
  expect(await screen.findByRole('dialog', { name: 'Collection' })).toBeTruthy()
})

test('a site that cannot store the goods says so before ordering', async () => {
  await aCheckout({
    sites: [{ ...SITE, storageTypes: ['frozen'] }],
    head: { method: 'collection', collectionSiteId: SITE.id, collectionSlot: '07:00-09:00' },
  })
  expect(await problem(/Halifax depot can’t store .* goods/)).toBeTruthy()
})

test('a changed order keeps its slot even if it is fully booked', async () => {
  await aCheckout({
    head: {
      method: 'collection',
      collectionSiteId: SITE.id,
      collectionSlot: '11:00-13:00',
      replacesOrderId: '019d3c3e-8f8e-7e8e-8e8e-000000000003',
      replacesOrderNo: '100123',
    },
  })
  expect(await screen.findByText(/^Collect .*, 11:00–13:00$/)).toBeTruthy()
  expect(screen.queryByText(/fully booked/)).toBeNull()
})

test('without collection sites there is no choice', async () => {
  await aCheckout({ sites: [] })
  await shown(/^Delivery \(/)
  expect(screen.queryByRole('radiogroup', { name: 'Delivery or collection' })).toBeNull()
})

test('a delivery to another address has that address’s charge and days', async () => {
  const { device, changes } = await aCheckout({ addresses: [anAddress()] })
  await userEvent.click(await screen.findByRole('button', { name: 'Change address' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Delivery address' }))
  const marquee = await sheet.findByRole('button', { name: /^The marquee/ })
  expect(marquee.textContent).toContain(
    '3 Mill Lane, York, YO1 7HH Mon–Fri · Delivery £5.00, free from £40.00 · Minimum order £10.00',
  )
  await userEvent.click(marquee)
  expect(await screen.findByText('The marquee, 3 Mill Lane, York, YO1 7HH')).toBeTruthy()
  expect(await valueBeside(/^Delivery \(free from £40.00\)$/)).toBe('£5.00')
  expect(await changes()).toEqual([{ deliveryAddressId: anAddress().id }])
  expect(device.server.calls).toContainEqual(
    expect.objectContaining({
      endpoint: customers.deliveryDates,
      input: expect.objectContaining({ query: { delivery_address_id: anAddress().id } }),
    }),
  )
})

test('an account with free delivery has it at every address', async () => {
  await aCheckout({ addresses: [anAddress()], customer: { freeDeliveryPence: null } })
  await userEvent.click(await screen.findByRole('button', { name: 'Change address' }))
  expect(await screen.findByRole('button', { name: /^The marquee.* Free delivery/ })).toBeTruthy()
})

test('an address outside the delivery area blocks the order', async () => {
  const { id } = anAddress()
  await aCheckout({ addresses: [anAddress({ delivery: null })], head: { deliveryAddressId: id } })
  expect(await screen.findByText('We no longer deliver to that address. Choose another address')).toBeTruthy()
})

test('a new address can be added and chosen in the checkout', async () => {
  const { changes } = await aCheckout()
  await userEvent.click(await screen.findByRole('button', { name: 'Change address' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Add an address' }))
  const form = within(await screen.findByRole('dialog', { name: 'New address' }))
  for (const [label, text] of [
    ['Name', 'Barn'],
    ['Street address', '9 Fold'],
    ['Town', 'York'],
    ['Postcode', 'YO1 7HH'],
    ['Contact', 'Ada'],
    ['Phone', '01904 1'],
  ] as const) {
    await userEvent.click(await form.findByLabelText(new RegExp(`^${label}`)))
    await userEvent.paste(text)
  }
  await userEvent.click(form.getByRole('button', { name: 'Save and deliver here' }))
  expect(await screen.findByText('Barn, 9 Fold, York, YO1 7HH')).toBeTruthy()
  expect(await changes()).toMatchObject([{ deliveryAddressId: expect.any(String) }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a credit account’s orders go to its own address', async () => {
  await aCheckout({ customer: { accountKind: 'credit' } })
  await shown(/^Delivery \(/)
  expect(screen.queryByRole('button', { name: 'Change address' })).toBeNull()
})
