import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { ALL } from '#contract/all.ts'
import { FAQ_KEY } from '#contract/faq.ts'
import { trollies } from '#contract/trollies.ts'
import { customers, deliveryPostcodes } from '#server/db/schema/customers.ts'
import { faqs } from '#server/db/schema/faqs.ts'
import { mailQueue } from '#server/db/schema/mail-queue.ts'
import { insertResetLink } from '#server/features/auth/password-resets.repository.ts'
import { aProduct, aUser, PASSWORD } from '#tests/support/builders.ts'
import { eventually } from '#tests/support/eventually.ts'
import { anInvoicedOrder } from '#tests/support/invoices.ts'
import { DAY, NOW, readyTrollies } from '#tests/support/ready-trolly.ts'
import { readReply, startTestApp } from '#tests/support/server.ts'

/**
 * Every call of the specification's section 7, exactly as it is given there: the fields that it names and no others, no key and
 * no version. Each row sends its call and asserts the effect.
 */

const { app, database, call } = await startTestApp({ now: () => NOW })
const { aReadyTrolly, stateOf, stockOf } = readyTrollies(database)

beforeAll(async () => {
  const terms = { cutOffTime: '16:00', minimumOrderPence: 2_500, deliveryChargePence: 0 }
  await database
    .insert(deliveryPostcodes)
    .values({ prefix: 'YO', route: 'YORK', deliveryWeekdays: [3], ...terms })
})

const NEW_PASSWORD = {
  password: 'seven mops in a lorry',
  password_confirmation: 'seven mops in a lorry',
}
const mailFor = (userId: string) => database.select().from(mailQueue).where(eq(mailQueue.userId, userId))

// biome-ignore lint/suspicious/noExplicitAny: replies differ by call, and matchers compare them.
type Json = any
type Sent = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }

/** `short`: without the version, and with a slash at the end of the path where the specification writes none, or none where it writes one. */
type Form = 'written' | 'short'

/** As text: `GET basket/new/{id}`. */
const send = async (
  form: Form,
  name: string,
  token: string | undefined,
  { params = {}, query = {}, body }: Sent,
) => {
  const endpoint = ALL.find(({ method, path }) => `${method} ${path}` === name)
  if (endpoint === undefined) throw new Error(`There is no ${name}`)
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, part: string) => params[part] ?? '')
  const ask = async (at: string, asked: Record<string, string>) =>
    readReply(
      endpoint,
      await app.inject({
        method: endpoint.method,
        url: `/api/${at}?${new URLSearchParams(asked)}`,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      }),
    )
  const takesVersion = path !== 'template/create-from-array'
  // Before the call has changed anything.
  for (const v of takesVersion ? ['2', '', '01'] : ['1'])
    expect((await ask(path, { ...query, v })).error).toMatchObject({
      code: 'invalid_request',
      errors: [{ path: 'query/v' }],
    })
  if (form === 'short') return await ask(path.endsWith('/') ? path.slice(0, -1) : `${path}/`, query)
  return await ask(path, takesVersion ? { v: '1', ...query } : query)
}

const aWorld = async (form: Form) => {
  const ready = await aReadyTrolly()
  const { id, token, customerId, peas, wine, beef, body } = ready
  const staff = await aUser(database, { accountType: 'ST' })
  const as =
    (who: string | undefined) =>
    async (name: string, sent: Sent = {}): Promise<Json> =>
      (await send(form, name, who, sent)).body
  const by = as(token)
  const read = () => by('GET basket/new/{id}', { params: { id } })
  return {
    ...ready,
    form,
    by,
    byStaff: as(staff.token),
    byVisitor: as(undefined),
    params: { id },
    line: (productNo: string) => ({ params: { id, productNo } }),
    read,
    quantities: async () =>
      Object.fromEntries((await read()).items.map((item: Json) => [item.product_no, item.quantity])),
    placed: async () => (await call(trollies.checkout, { token, params: { id }, body })).body,
    template: async () => {
      const made = await by('POST template/', { body: { name: 'Fridays' } })
      const params = { id: made.id }
      await by('POST template/{id}/item', { params, body: { product_number: peas } })
      return { params, item: { params: { ...params, itemId: peas } } }
    },
    address: async () => {
      await database.update(customers).set({ accountKind: 'cash' }).where(eq(customers.id, customerId))
      return await by('POST delivery-address/', { body: HOME })
    },
    question: async () => {
      const [row] = await database.insert(faqs).values(aQuestion()).returning()
      return { params: { id: row?.id ?? '' } }
    },
    invoiced: () => anInvoicedOrder(database, { customerId, lines: [{}] }),
    all: [peas, wine, beef],
  }
}

type World = Awaited<ReturnType<typeof aWorld>>

const HOME = {
  name: 'Home',
  contactName: 'Ada Lees',
  contactPhone: '01904 123456',
  addressLines: ['3 Mill Lane'],
  town: 'York',
  postcode: 'YO1 7HH',
}
/** No two have the same wording. */
const aQuestion = () => ({ question: `Is ${uuidv7()} in stock?`, answer: 'Until noon.' })
const PERIOD = { start_date: '2026-11-01', end_date: '2026-11-23' }
const PAGE = { page: 1, pageLength: 24 }

const CALLS: Record<string, (name: string, world: World) => Promise<void>> = {
  'GET basket/new': async (name, { by, id }) =>
    expect(await by(name)).toMatchObject({ total: 1, data: [{ id }] }),
  'GET basket/new/{id}': async (name, { by, id, params }) =>
    expect(await by(name, { params })).toMatchObject({ id, items: [{}, {}, {}] }),
  'PUT basket/new/{id}': async (name, { by, params, read, quantities, peas, wine, beef }) => {
    const seen = await read()
    const items = seen.items.map((item: Json) => (item.product_no === wine ? { ...item, quantity: 1 } : item))
    await by(name, { params, body: { ...seen, poNumber: 'PO 8', items } })
    expect(await quantities()).toEqual({ [peas]: 2, [wine]: 1, [beef]: 4 })
    expect(await read()).toMatchObject({ poNumber: 'PO 8', detailsVersion: 2, version: seen.version + 2 })
    const other = await aProduct(database)
    await by(name, { params, body: { ...params, items: [{ product_no: other }, { product_no: peas }] } })
    expect(await quantities()).toEqual({ [peas]: 2, [wine]: 1, [beef]: 4, [other]: 1 })
  },
  'DELETE basket/new/{id}': async (name, { by, id, params }) => {
    await by(name, { params })
    expect(await stateOf(id)).toBe('deleted')
  },
  'GET basket/new/{id}/product-search/filters': async (name, { by, params }) =>
    expect(await by(name, { params })).toMatchObject({
      sort_by: { sort_by: { options: [{}, {}, {}, {}, {}] } },
    }),
  'POST basket/new/{id}/product-search': async (name, { by, params, peas }) => {
    const filters = await by('GET basket/new/{id}/product-search/filters', { params })
    const offered = [
      ...filters.sort_by.sort_by.options,
      ...filters.product_attributes.storage_type.options,
      ...filters.suitable_for.options,
      ...Object.values(filters.product_pricing),
      filters.product_attributes.new,
      filters.lists.favourite,
    ]
    for (const { parameter_name, parameter_value } of offered) {
      const body = { ...PAGE, [parameter_name]: parameter_value }
      expect(await by(name, { params, body })).toMatchObject(PAGE)
    }
    const found = await by(name, { params, body: { ...PAGE, queryString: peas } })
    expect(found).toMatchObject({ total: 1, data: [{ product_no: peas, pricePence: 199 }] })
  },
  'GET basket/new/{id}/product-search/{productNo}': async (name, { by, line, peas }) =>
    expect(await by(name, line(peas))).toMatchObject({ product_no: peas, pricePence: 199 }),
  'GET order/trolly/{id}/product-search/{productNo}': async (name, { by, line, peas }) =>
    expect(await by(name, line(peas))).toMatchObject({ product_no: peas, pricePence: 199 }),
  'POST product/catalogue/new/search/': async (name, { byVisitor, peas }) => {
    expect(await byVisitor(name, { body: { queryString: peas } })).toMatchObject({
      total: 1,
      data: [{ product_no: peas }],
    })
  },
  'POST basket/new/{id}/item': async (name, { by, params, peas, quantities }) => {
    const other = await aProduct(database)
    for (const product_no of [other, peas]) await by(name, { params, body: { product_no } })
    expect(await quantities()).toMatchObject({ [other]: 1, [peas]: 3 })
  },
  'PUT basket/new/{id}/item/{productNo}': async (name, { by, line, peas, quantities }) => {
    await by(name, { ...line(peas), body: { quantity: 9 } })
    expect(await quantities()).toMatchObject({ [peas]: 9 })
  },
  'DELETE basket/new/{id}/item/{productNo}': async (name, { by, line, peas, quantities }) => {
    await by(name, line(peas))
    expect(await quantities()).toMatchObject({ [peas]: 0 })
  },
  'POST basket/new/{id}/checkout': async (name, world) => {
    const { by, form, token, id, params, line, peas, wine, beef } = world
    const unconfirmed = (await send(form, name, token, { params })).error
    expect(unconfirmed).toMatchObject({
      code: 'checks_failed',
      validation_checks: {
        order_has_catch_weight_items_check: { repairs: [{ kind: 'confirm_catch_weight' }] },
      },
    })
    await by('DELETE basket/new/{id}/item/{productNo}', line(beef))
    const order = await by(name, { params })
    expect(order).toMatchObject({ basketId: id, deliveryDay: DAY })
    expect(order.lines).toMatchObject([
      { product_no: peas, quantity: 2, unitPricePence: 199 },
      { product_no: wine, quantity: 3, unitPricePence: 833 },
    ])
    expect([await stateOf(id), await stockOf(wine)]).toEqual(['checked_out', 4])
  },

  'POST basket/processed/active-orders': async (name, { by, placed }) => {
    const { id } = await placed()
    expect(await by(name, { body: { ...PAGE, filters: {} } })).toMatchObject({ total: 1, data: [{ id }] })
  },
  'GET basket/processed/active-orders/{id}': async (name, { by, placed }) => {
    const { id, orderNo } = await placed()
    expect(await by(name, { params: { id } })).toMatchObject({ id, orderNo, status: 'placed' })
  },
  'POST order/trolly/': async (name, { by, customerId }) => {
    const made = [await by(name), await by(name)].map(({ basket }) => basket)
    expect(made).toMatchObject([
      { customerId, deliveryDay: null },
      { customerId, poNumber: '' },
    ])
    expect(await by('GET basket/new')).toMatchObject({ total: 3 })
  },
  'POST order/trolly/{id}/favourite/{productNo}': async (name, { by, line, peas }) => {
    await by(name, line(peas))
    expect(await by('POST favourite/search/', { body: PAGE })).toMatchObject({ data: [{ product_no: peas }] })
  },
  'DELETE order/trolly/{id}/favourite/{productNo}': async (name, { by, line, peas }) => {
    await by('POST order/trolly/{id}/favourite/{productNo}', line(peas))
    await by(name, line(peas))
    expect(await by('POST favourite/search/', { body: PAGE })).toMatchObject({ total: 0 })
  },
  'GET order/transaction/active-orders/export-data': async (name, { by, placed, customerId }) => {
    const { orderNo } = await placed()
    expect(await by(name)).toContain(orderNo)
    expect(await by(name, { query: { customerId } })).toContain(orderNo)
  },
  'GET order/transaction/active-orders/filters': async (name, { by, placed, customerId }) => {
    await placed()
    expect(await by(name)).toMatchObject({ customers: [{ id: customerId, count: 1 }] })
  },
  'POST order/transaction/{id}/recreate': async (name, { by, placed, all }) => {
    const { id } = await placed()
    const made = [await by(name, { params: { id } }), await by(name, { params: { id } })]
    for (const { basket } of made) expect(basket.items.map((item: Json) => item.product_no)).toEqual(all)
    expect(await by('GET basket/new')).toMatchObject({ total: 2 })
  },
  'POST order/transaction/resend-order-confirmation/{id}': async (name, { by, invoiced }) => {
    const { id } = await invoiced()
    expect(await by(name, { params: { id } })).toMatchObject({ message: 'Order Confirmation Resent' })
  },
  'POST order/transaction/active-orders/{id}/mark-exported': async (name, { byStaff, placed }) => {
    const { id } = await placed()
    expect(await byStaff(name, { params: { id } })).toMatchObject({ exportedAt: NOW.toISOString() })
  },

  'POST favourite/search/': async (name, { by, line, peas }) => {
    await by('POST order/trolly/{id}/favourite/{productNo}', line(peas))
    const product = { product_no: peas, pricePence: 199 }
    expect(await by(name, { body: PAGE })).toMatchObject({ total: 1, data: [{ product }] })
  },
  'POST statistics/user-product-search/analysis': async (name, { by }) => {
    const body = { created_start_date: PERIOD.start_date, created_end_date: PERIOD.end_date }
    expect((await by(name, { body })).days).toHaveLength(23)
  },

  'POST order/trolly/{id}/item/{productNo}/stock-alert': async (name, { by, line, peas, customerId }) => {
    expect(await by(name, line(peas))).toMatchObject({ product_no: peas, customerId, toldAt: null })
  },
  'POST stock-alert/search': async (name, { by, line, peas, customerId }) => {
    await by('POST order/trolly/{id}/item/{productNo}/stock-alert', line(peas))
    expect(await by(name, { body: {} })).toMatchObject({
      total: 1,
      data: [{ product_no: peas, customerId }],
    })
  },
  'GET stock-alert/search/filters': async (name, { by, line, peas, customerId }) => {
    await by('POST order/trolly/{id}/item/{productNo}/stock-alert', line(peas))
    expect(await by(name)).toMatchObject({
      states: [{ state: 'waiting', count: 1 }, { count: 0 }],
      customers: [{ id: customerId, count: 1 }],
      products: [{ product_no: peas, count: 1 }],
    })
  },

  'POST customer/search': async (name, { by, customerId }) => {
    await database.update(customers).set({ distributorNo: 'D7' }).where(eq(customers.id, customerId))
    const bodies = [{ queryString: customerId, distributor_no: 'D7' }, { distributor_no: 'D7' }]
    for (const body of bodies)
      expect(await by(name, { body })).toMatchObject({ total: 1, data: [{ id: customerId }] })
  },
  'GET customer/{id}': async (name, { by, customerId: id }) =>
    expect(await by(name, { params: { id } })).toMatchObject({ id }),
  'GET customer/{id}/delivery-dates': async (name, { by, customerId, address }) => {
    const params = { id: customerId }
    expect((await by(name, { params })).data[0]).toMatchObject({ day: '2026-11-23' })
    const query = { delivery_address_id: (await address()).id }
    expect((await by(name, { params, query })).data[0]).toMatchObject({ day: DAY })
  },
  'POST delivery-address/': async (_, { by, address, customerId }) => {
    const made = await address()
    expect(made).toMatchObject({ ...HOME, customerId, accessNotes: '', isDefault: true })
    expect(await by('POST delivery-address/search')).toMatchObject({ data: [{ id: made.id }] })
  },
  'PUT delivery-address/{id}': async (name, { by, address }) => {
    const { id } = await address()
    const body = { accessNotes: 'Ring twice' }
    expect(await by(name, { params: { id }, body })).toMatchObject({ ...HOME, ...body, version: 2 })
    const moved = { ...HOME, postcode: 'yo1 9zz' }
    expect(await by(name, { params: { id }, body: moved })).toMatchObject({ postcode: 'YO1 9ZZ', ...body })
  },
  'DELETE delivery-address/{id}': async (name, { by, address }) => {
    const { id } = await address()
    expect(await by(name, { params: { id } })).toMatchObject({ id, deleted: true })
  },
  'PUT delivery-address/{id}/restore': async (name, { by, address }) => {
    const { id } = await address()
    await by('DELETE delivery-address/{id}', { params: { id } })
    expect(await by(name, { params: { id } })).toMatchObject({ id, deleted: false })
  },
  'POST delivery-address/search': async (name, { by, address }) => {
    const { id } = await address()
    expect(await by(name)).toMatchObject({ total: 1, data: [{ id }] })
  },
  'GET config': async (name, { byVisitor }) => expect((await byVisitor(name)).general).toBeTruthy(),
  'GET faq': async (name, { by, question }) => {
    const { params } = await question()
    expect((await by(name)).data.map(({ id }: Json) => id)).toContain(params.id)
  },
  'POST faq': async (name, { by, byStaff }) => {
    const asked = aQuestion()
    const { id } = await byStaff(name, { body: { key: FAQ_KEY, ...asked } })
    expect((await by('GET faq')).data).toContainEqual(expect.objectContaining({ id, ...asked }))
  },
  'PUT faq/{id}': async (name, { byStaff, question }) => {
    const { question: asked, answer } = aQuestion()
    const body = { key: FAQ_KEY, question: asked }
    expect(await byStaff(name, { ...(await question()), body })).toMatchObject({
      question: asked,
      answer,
      version: expect.any(Number),
    })
  },
  'DELETE faq/{id}': async (name, { byStaff, question }) => {
    const sent = { ...(await question()), body: { key: FAQ_KEY } }
    expect(await byStaff(name, sent)).toMatchObject({ deleted: true })
  },
  'POST paperwork/copy-statement': async (name, { by, customerId }) => {
    const body = { delivery_account_no: customerId, ...PERIOD }
    for (const request of [body, { ...body, invoice_no: 'INV1' }])
      expect(await by(name, { body: request })).toMatch(/^%PDF/)
  },
  'POST paperwork/copy-invoice': async (name, { by, customerId, invoiced }) => {
    const { invoiceNo } = await invoiced()
    const body = { delivery_account_no: customerId, invoice_no: invoiceNo }
    for (const period of [{}, PERIOD])
      expect(await by(name, { body: { ...body, ...period } })).toMatch(/^%PDF/)
  },
  'GET paperwork/copy-invoice-list-orders': async (name, { by, customerId, invoiced }) => {
    const { invoiceNo } = await invoiced()
    const query = { delivery_account_no: customerId, start_date: PERIOD.start_date }
    expect((await by(name, { query })).data).toContainEqual(expect.objectContaining({ invoiceNo }))
  },

  'POST template/': async (name, { by, customerId }) => {
    const made = [await by(name, { body: { name: 'A' } }), await by(name, { body: { name: 'A' } })]
    expect(made).toMatchObject([{ customerId, visibility: 'private' }, { name: 'A' }])
    expect(await by('GET template/')).toMatchObject({ total: 2 })
  },
  'GET template/': async (name, { by, template }) => {
    const { params } = await template()
    expect(await by(name)).toMatchObject({ total: 1, data: [params] })
  },
  'POST template/search/': async (name, { by, template }) => {
    const { params } = await template()
    expect(await by(name, { body: PAGE })).toMatchObject({ total: 1, data: [params] })
  },
  'GET template/{id}': async (name, { by, template, peas }) => {
    const { params } = await template()
    expect(await by(name, { params })).toMatchObject({ name: 'Fridays', items: [{ product_number: peas }] })
  },
  'PUT template/{id}': async (name, { by, template }) => {
    const { params } = await template()
    for (const body of [{ name: 'Saturdays' }, { name: 'Sundays' }])
      expect(await by(name, { params, body })).toMatchObject(body)
  },
  'DELETE template/{id}': async (name, { by, template }) => {
    const { params } = await template()
    expect(await by(name, { params })).toMatchObject({ name: 'Fridays', deleted: true })
  },
  'PUT template/{id}/restore': async (name, { by, template }) => {
    const { params } = await template()
    await by('DELETE template/{id}', { params })
    expect(await by(name, { params })).toMatchObject({ deleted: false })
  },
  'POST template/{id}/item': async (name, { by, template, wine }) => {
    const { params } = await template()
    expect(await by(name, { params, body: { product_number: wine } })).toMatchObject({
      id: wine,
      position: 2,
    })
  },
  'DELETE template/{id}/item/{itemId}': async (name, { by, template, peas }) => {
    const { item } = await template()
    expect(await by(name, item)).toMatchObject({ id: peas, deleted: true })
  },
  'PUT template/{id}/item/{itemId}/restore': async (name, { by, template, peas }) => {
    const { item } = await template()
    await by('DELETE template/{id}/item/{itemId}', item)
    expect(await by(name, item)).toMatchObject({ id: peas, deleted: false })
  },
  'POST template/create-from-td/{id}': async (name, { by, placed }) => {
    const { id } = await placed()
    for (const tdd of [{ tdd_id: id }, {}])
      expect(await by(name, { params: { id }, body: { ...tdd, name: 'B' } })).toMatchObject({ itemCount: 3 })
  },
  'POST template/create-from-tdd/{id}': async (name, { by, invoiced }) => {
    const { id, invoiceId: tdd_id } = await invoiced()
    expect(await by(name, { params: { id }, body: { tdd_id, name: 'B' } })).toMatchObject({ itemCount: 1 })
  },
  'POST template/create-from-trolly/{id}': async (name, { by, params }) =>
    expect(await by(name, { params, body: { name: 'B' } })).toMatchObject({ name: 'B', itemCount: 3 }),
  'POST template/create-from-array': async (name, { by, customerId, peas, wine }) => {
    const body = [{ product_number: peas }, { product_number: wine, quantity: 2 }]
    const { id, ...head } = await by(name, { body })
    expect(head).toMatchObject({ customerId, name: 'List of Mon 23 Nov', itemCount: 2 })
    const { items } = await by('GET template/{id}', { params: { id } })
    expect(items).toMatchObject([{ lastQuantity: null }, { lastQuantity: 2 }])
  },

  'POST auth/registration/cash': async (name, { byVisitor }) => {
    const { name: _, contactName: username, ...home } = HOME
    const password = 'gravel teapot otter lantern'
    const body = {
      ...home,
      username,
      email: `${uuidv7()}@lees.example.com`,
      password,
      password_confirmation: password,
    }
    await database.update(customers).set({ accountKind: 'cash' })
    expect(await byVisitor(name, { body })).toMatchObject({ user: { username }, token: expect.any(String) })
  },
  'POST auth/sign-in': async (name, { byVisitor }) => {
    const { id, email } = await aUser(database)
    expect(await byVisitor(name, { body: { email, password: PASSWORD } })).toMatchObject({ user: { id } })
  },
  'POST auth/sign-out': async (name, { by, token }) => {
    await by(name)
    expect((await call(trollies.list, { token })).status).toBe(401)
  },
  'DELETE auth/': async (name, { by, token }) => {
    expect(await by(name)).toEqual({ message: 'Your Account has been deleted' })
    expect((await call(trollies.list, { token })).status).toBe(401)
  },
  'POST auth/deactivate': async (name, { by, token }) => {
    expect(await by(name)).toEqual({ message: 'Your Account Is On Stop' })
    expect((await call(trollies.list, { token })).status).toBe(401)
  },
  'PUT auth/': async (name, { by }) => {
    expect(await by(name, { body: { username: 'Sam' } })).toMatchObject({ user: { username: 'Sam' } })
    const contact = { contact_email: true, contact_sms: false, contact_tel: true, contact_post: false }
    const choices = { cookies_accept: '1', ...contact }
    const user = { username: 'Sam', privacy_settings: { cookies_accept: '1' }, ...contact }
    expect(await by(name, { body: choices })).toMatchObject({ user })
  },
  'PUT auth/update-password': async (name, { by, userId }) => {
    expect(await by(name, { body: NEW_PASSWORD })).toMatchObject({ user: { id: userId } })
    const { email } = await by('GET auth/personal-data').then(({ user }) => user)
    await by('POST auth/sign-in', { body: { email, password: NEW_PASSWORD.password } })
  },
  'POST auth/forgot-password': async (name, { byVisitor }) => {
    const { id, email } = await aUser(database)
    expect(await byVisitor(name, { body: { email } })).toEqual({ message: 'Reset Password link sent' })
    await eventually(async () => expect(await mailFor(id)).toMatchObject([{ kind: 'password_reset' }]))
  },
  'POST auth/reset-password': async (name, { byVisitor }) => {
    const { id, email } = await aUser(database)
    const token = await insertResetLink(database, { userId: id, now: NOW })
    expect(await byVisitor(name, { body: { ...NEW_PASSWORD, email, token } })).toEqual({
      message: 'Password Reset',
    })
    await byVisitor('POST auth/sign-in', { body: { email, password: NEW_PASSWORD.password } })
  },
}

describe('v=1 is on every call but create-from-array: anything else is 400', () => {
  it.each(Object.entries(CALLS))('%s', async (name, check) => check(name, await aWorld('written')))
})

describe('without a version, and with or without a slash at the end of the path, each call does the same', () => {
  it.each(Object.entries(CALLS))('%s', async (name, check) => check(name, await aWorld('short')))
})

it.each(ALL.map(({ method, path }) => [method, path] as const))(
  '%s %s answers alike with and without a slash at its end',
  async (method, path) => {
    const bare = path.replace(/\{\w+\}/g, () => uuidv7()).replace(/\/$/, '')
    const [one, other] = await Promise.all(
      [bare, `${bare}/`].map((at) => app.inject({ method, url: `/api/${at}` })),
    )
    expect(other?.statusCode).toBe(one?.statusCode)
    // An unknown path is 404 with this code; a public call's own 404 has another.
    expect(one?.json().code).not.toBe('not_found')
  },
)
