import { eq } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { type BodyOf, type Endpoint, pathOf, type QueryOf } from '#contract/endpoint.ts'
import { COPIES_MAX, paperwork } from '#contract/paperwork.ts'
import { orders } from '#server/db/schema/orders.ts'
import { accountPayments, invoices } from '#server/db/schema/paperwork.ts'
import { payments } from '#server/db/schema/payments.ts'
import { settings } from '#server/db/schema/settings.ts'
import { aShared, READS_CUSTOMER, testAccess } from '#tests/support/access.ts'
import { aCustomer, aUser } from '#tests/support/builders.ts'
import { eventually } from '#tests/support/eventually.ts'
import { anInvoicedOrder } from '#tests/support/invoices.ts'
import { readPdf } from '#tests/support/pdf.ts'
import { portOf } from '#tests/support/raw-http.ts'
import { startTestApp } from '#tests/support/server.ts'

const NOW = new Date('2026-11-23T12:00:00.000Z')
const parts = await startTestApp({ now: () => NOW })
const { app, database, call } = parts

const shared = await aShared(database)
const ofShared = await anInvoicedOrder(database, { customerId: shared.customer.id })
const delivery_account_no = shared.customer.id
testAccess(parts, shared, { paperwork }, () => ({
  'paperwork.copyInvoiceListOrders': {
    expected: READS_CUSTOMER,
    request: { query: { delivery_account_no, start_date: '2026-11-01' } },
  },
  'paperwork.copyInvoice': {
    expected: READS_CUSTOMER,
    request: { body: { delivery_account_no, invoice_no: ofShared.invoiceNo } },
  },
  'paperwork.copyStatement': {
    expected: READS_CUSTOMER,
    request: { body: { delivery_account_no, start_date: '2026-11-01', end_date: '2026-11-30' } },
  },
}))

const anAccount = async () => {
  const { id: customerId } = await aCustomer(database, {
    name: 'Café Zoë',
    addressLines: ['2 Mill Lane'],
    town: 'Leeds',
    postcode: 'LS1 4AB',
  })
  const { token } = await aUser(database, { customerIds: [customerId], accountType: 'C1' })
  const list = async (query: Partial<QueryOf<typeof paperwork.copyInvoiceListOrders>> = {}) =>
    (
      await call(paperwork.copyInvoiceListOrders, {
        token,
        query: { delivery_account_no: customerId, start_date: '2026-01-01', ...query },
      })
    ).body
  return {
    customerId,
    token,
    list,
    nos: async (query: Parameters<typeof list>[0]) =>
      (await list(query)).data.map(({ invoiceNo }) => invoiceNo),
    invoiced: (order: Omit<Parameters<typeof anInvoicedOrder>[1], 'customerId'> = {}) =>
      anInvoicedOrder(database, { customerId, ...order }),
    paid: (amountPence: number, day = '2026-11-20') =>
      database.insert(accountPayments).values({ customerId, day, reference: 'BACS 77', amountPence }),
    copy: (body: Omit<BodyOf<typeof paperwork.copyInvoice>, 'delivery_account_no'>) =>
      file(paperwork.copyInvoice, token, { delivery_account_no: customerId, ...body }),
    statement: (start_date: string, end_date: string) =>
      file(paperwork.copyStatement, token, { delivery_account_no: customerId, start_date, end_date }),
  }
}

const file = async (endpoint: Endpoint, token: string, body: object) => {
  const { rawPayload, headers, statusCode } = await app.inject({
    method: 'POST',
    url: pathOf(endpoint),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  return { bytes: rawPayload, headers, statusCode }
}

describe('the documents of an account', () => {
  it('are its invoices, credit notes and delivery notes, latest first', async () => {
    const { list, invoiced } = await anAccount()
    const first = await invoiced({ day: '2026-10-05', poNumber: 'PO-1' })
    const short = await invoiced({ day: '2026-11-02', lines: [{ quantity: 4, deliveredQuantity: 3 }] })
    const { data, total } = await list()
    expect(data.map(({ invoiceNo, kind }) => [invoiceNo, kind])).toEqual([
      [short.invoiceNo, 'invoice'],
      [short.creditNoteNo, 'credit_note'],
      [short.deliveryNoteNo, 'delivery_note'],
      [first.invoiceNo, 'invoice'],
      [first.deliveryNoteNo, 'delivery_note'],
    ])
    expect(total).toBe(5)
    expect(data[1]).toMatchObject({ creditedInvoiceNo: short.invoiceNo, totalPence: 1_250, dueDay: null })
    // A delivery note has its order's id.
    expect(data[2]?.id).toBe(data[2]?.orderId)
    expect(data[0]).toMatchObject({ orderId: data[2]?.orderId })
    expect(new Set(data.map(({ id }) => id)).size).toBe(5)
    expect(data[3]).toMatchObject({ orderNo: first.orderNo, poNumber: 'PO-1', totalPence: 2_500 })
  })

  it('are found by kind, day, number and reference, sorted and paged', async () => {
    const { nos, invoiced } = await anAccount()
    const one = await invoiced({ day: '2026-10-05', poNumber: 'PO-77' })
    const two = await invoiced({ day: '2026-11-02', lines: [{ quantity: 9 }] })
    expect(await nos({ kind: 'invoice' })).toEqual([two.invoiceNo, one.invoiceNo])
    expect(await nos({ kind: 'invoice', sort_by: 'totalPence' })).toEqual([one.invoiceNo, two.invoiceNo])
    expect(await nos({ kind: 'delivery_note', end_date: '2026-10-31' })).toEqual([one.deliveryNoteNo])
    expect(await nos({ kind: 'invoice', start_date: '2026-11-01' })).toEqual([two.invoiceNo])
    expect(await nos({ queryString: 'po-77', kind: 'invoice' })).toEqual([one.invoiceNo])
    expect(await nos({ queryString: two.orderNo, kind: 'invoice' })).toEqual([two.invoiceNo])
    expect(await nos({ queryString: 'nothing' })).toEqual([])
    expect(await nos({ kind: 'invoice', page: 2, pageLength: 1 })).toEqual([one.invoiceNo])
  })

  it('show the amounts owed and overdue: less credits and payments, oldest invoice first', async () => {
    const { list, invoiced, paid } = await anAccount()
    const old = await invoiced({ day: '2026-10-01', dueDay: '2026-10-31' })
    const late = await invoiced({ day: '2026-10-20', dueDay: '2026-11-19', lines: [{ quantity: 4 }] })
    const due = await invoiced({ day: '2026-10-24', dueDay: '2026-11-23' })
    await paid(3_000)
    const { data, balancePence, overduePence, ...counted } = await list({ state: 'overdue' })
    expect(data).toEqual([
      expect.objectContaining({
        invoiceNo: late.invoiceNo,
        owedPence: 4_500,
        dueDay: '2026-11-19',
        overdue: true,
      }),
    ])
    expect([balancePence, overduePence]).toEqual([7_000, 4_500])
    expect(counted).toMatchObject({ overdueCount: 1, overdueFrom: '2026-10-20' })
    const byOverdue = await list({ kind: 'invoice', sort_by: 'overdue' })
    expect(byOverdue.data.map(({ invoiceNo }) => invoiceNo)).toEqual([
      late.invoiceNo,
      due.invoiceNo,
      old.invoiceNo,
    ])
    expect((await list({ state: 'unpaid' })).data.map(({ invoiceNo }) => invoiceNo)).toEqual([
      due.invoiceNo,
      late.invoiceNo,
    ])
    expect((await list({ queryString: old.invoiceNo })).data[0]).toMatchObject({
      owedPence: 0,
      overdue: false,
    })
  })

  it('count card payments', async () => {
    const { list, invoiced } = await anAccount()
    const { id, totalPence } = await invoiced({ day: '2026-10-01', dueDay: '2026-10-01' })
    await database
      .insert(payments)
      .values({ orderId: id, amountPence: totalPence, state: 'paid', paidAt: NOW, expiresAt: NOW })
    expect(await list({ kind: 'invoice' })).toMatchObject({ balancePence: 0, overduePence: 0 })
  })

  it('leave out undelivered, cancelled and replaced orders', async () => {
    const { customerId, list } = await anAccount()
    const order = { customerId, deliveryDay: '2026-11-02', netPence: 0, vatPence: 0, totalPence: 0 }
    const id = '0193a000-0000-7000-8000-00000000000'
    await database.insert(orders).values([
      { ...order, id: `${id}1`, orderNo: 9_001 },
      { ...order, id: `${id}2`, orderNo: 9_002, deliveredAt: NOW, cancelledAt: NOW },
      { ...order, id: `${id}3`, orderNo: 9_003, deliveredAt: NOW, replacedAt: NOW },
    ])
    expect((await list()).data).toEqual([])
  })

  it('of a period that ends before it starts are refused', async () => {
    const { token, customerId } = await anAccount()
    const query = { delivery_account_no: customerId, start_date: '2026-11-02', end_date: '2026-11-01' }
    const { error } = await call(paperwork.copyInvoiceListOrders, { token, query })
    expect(error.code).toBe('invalid_request')
  })
})

describe('a document copy', () => {
  it('of an invoice is a tagged A4 PDF with its figures', async () => {
    const { copy, invoiced } = await anAccount()
    const { invoiceNo, orderNo } = await invoiced({
      poNumber: 'PO-5',
      lines: [
        { name: 'Crème fraîche – half fat', quantity: 3, unitPricePence: 199 },
        { quantity: 1, unitPricePence: 1_001, vatBasisPoints: 2_000 },
      ],
      charge: { deliveryChargePence: 499, deliveryVatBasisPoints: 2_000 },
    })
    const { bytes, headers } = await copy({ invoice_no: invoiceNo })
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${invoiceNo}.pdf"`,
      'cache-control': 'no-store',
    })
    const { title, language, isTagged, texts, tags, pages } = await readPdf(bytes)
    expect([title, language, isTagged, pages]).toEqual([`Invoice ${invoiceNo}`, 'en-GB', true, 1])
    for (const text of [
      'Trolly',
      'Café Zoë',
      'LS1 4AB',
      orderNo,
      'PO-5',
      'Crème fraîche – half fat',
      '£5.97',
    ])
      expect(texts[0]).toContain(text)
    for (const text of ['Delivery £4.99', 'VAT 20% on £15.00 £3.00', 'Total £23.97', 'Wed 2 Dec 2026'])
      expect(texts[0]?.replace(/ +/g, ' ')).toContain(text)
    expect(tags).toMatchObject({ H1: 1, Table: 3, TH: 7 + 6 + 5 })
  })

  it('of an invoice names who sends it, its VAT number and how to pay', async () => {
    const value = {
      letterhead: {
        address: '12 Quayside\nBristol\nBS1 6XN',
        vat_no: 'GB 123 4567 89',
        payment_details: 'By bank transfer to Copper & Sons.',
      },
    }
    await database.insert(settings).values({ name: 'company', value })
    const { copy, invoiced } = await anAccount()
    const { invoiceNo } = await invoiced()
    const { texts } = await readPdf((await copy({ invoice_no: invoiceNo })).bytes)
    await database.delete(settings).where(eq(settings.name, 'company'))
    expect(texts[0]).toContain('12 Quayside, Bristol, BS1 6XN, VAT number GB 123 4567 89')
    expect(texts[0]).toContain('less any credit notes')
    expect(texts[0]).toContain('By bank transfer to Copper & Sons.')
  })

  it('of many lines spans numbered pages that repeat the headings', async () => {
    const { copy, invoiced } = await anAccount()
    const { invoiceNo } = await invoiced({ lines: Array.from({ length: 60 }, () => ({})) })
    const { pages, texts } = await readPdf((await copy({ invoice_no: invoiceNo })).bytes)
    expect(pages).toBeGreaterThan(1)
    for (const [at, text] of texts.entries()) {
      expect(text).toContain('Product')
      expect(text).toContain(`page ${at + 1} of ${pages}`)
    }
    expect(texts.join(' ').match(/Chopped tomatoes/g)).toHaveLength(60)
  })

  it('of a credit note names its invoice, and of a delivery note shows the shortages', async () => {
    const { copy, invoiced } = await anAccount()
    const {
      invoiceNo,
      creditNoteNo = '',
      deliveryNoteNo,
    } = await invoiced({
      lines: [{ quantity: 4, deliveredQuantity: 1, unitPricePence: 100, vatBasisPoints: 2_000 }, {}],
    })
    const [note] = (await readPdf((await copy({ invoice_no: creditNoteNo })).bytes)).texts
    expect(note).toContain(invoiceNo)
    expect(note).toContain('Short delivery')
    expect(note?.replace(/ +/g, ' ')).toContain('Goods -£3.00 VAT 20% on -£3.00 -£0.60 Total credited -£3.60')
    const [delivered] = (await readPdf((await copy({ invoice_no: deliveryNoteNo })).bytes)).texts
    expect(delivered?.replace(/ +/g, ' ')).toContain('4 1 3')
    expect(delivered).toContain('1 line short')
    expect(delivered).not.toContain('£')
  })

  it('says how, where and when the goods were handed over', async () => {
    const { copy, invoiced } = await anAccount()
    const place = { contactName: '', contactPhone: '', accessNotes: 'Ring twice' }
    const printed = async (no: string) =>
      (await readPdf((await copy({ invoice_no: no })).bytes)).texts[0]?.replace(/\s+/g, ' ') ?? ''
    const address = {
      ...place,
      name: 'Back door',
      addressLines: ['9 Low Rd'],
      town: 'York',
      postcode: 'YO1 7HH',
    }
    const brought = await invoiced({
      lines: [{ deliveredQuantity: 1 }],
      handedOver: { address },
    })
    for (const no of [brought.invoiceNo, brought.creditNoteNo ?? '', brought.deliveryNoteNo]) {
      const text = await printed(no)
      expect(text).toContain('Delivered Mon 2 Nov 2026')
      expect(text).toContain('Delivered to Back door, 9 Low Rd, York, YO1 7HH')
      expect(text).not.toContain('Collected')
    }
    const fetched = await invoiced({
      handedOver: {
        method: 'collection',
        collectionSlot: '07:00-09:00',
        address: { ...address, name: 'Halifax depot' },
      },
    })
    for (const no of [fetched.invoiceNo, fetched.deliveryNoteNo]) {
      const text = await printed(no)
      expect(text).toMatch(/Collected Mon 2 Nov 2026, 07:00–09:00/)
      expect(text).toContain('Collected from Halifax depot, 9 Low Rd, York, YO1 7HH')
      expect(text).not.toContain('Delivered')
    }
  })

  it('of several documents is a ZIP file with a PDF each', async () => {
    const { copy, invoiced } = await anAccount()
    const one = await invoiced()
    const two = await invoiced()
    const { bytes, headers } = await copy({ invoice_no: [one.invoiceNo, two.invoiceNo, one.deliveryNoteNo] })
    expect(headers['content-type']).toBe('application/zip')
    const files = unzipSync(new Uint8Array(bytes))
    expect(Object.keys(files)).toEqual(
      [one.invoiceNo, two.invoiceNo, one.deliveryNoteNo].map((no) => `${no}.pdf`),
    )
    for (const [name, content] of Object.entries(files)) {
      expect((await readPdf(Buffer.from(content))).title).toContain(name.replace('.pdf', ''))
    }
  })

  it('of numbers with any characters has a file for each', async () => {
    const { copy, invoiced } = await anAccount()
    const nos = ['A/1:', 'A-1-']
    for (const invoiceNo of nos) {
      const made = await invoiced()
      await database.update(invoices).set({ invoiceNo }).where(eq(invoices.invoiceNo, made.invoiceNo))
    }
    const { bytes } = await copy({ invoice_no: nos })
    expect(Object.keys(unzipSync(new Uint8Array(bytes))).toSorted()).toEqual(['A-1- (2).pdf', 'A-1-.pdf'])
  })

  it('of a period has its invoices and credit notes', async () => {
    const { copy, invoiced } = await anAccount()
    const one = await invoiced({ day: '2026-11-02', lines: [{ deliveredQuantity: 0 }] })
    await invoiced({ day: '2026-11-03' })
    const { bytes } = await copy({ start_date: '2026-11-01', end_date: '2026-11-02' })
    expect(Object.keys(unzipSync(new Uint8Array(bytes))).toSorted()).toEqual([
      `${one.creditNoteNo}.pdf`,
      `${one.invoiceNo}.pdf`,
    ])
  })

  it('is refused if it is missing, of another account, or too large', async () => {
    const { token, customerId, invoiced } = await anAccount()
    const own = await invoiced()
    const code = async (body: Omit<BodyOf<typeof paperwork.copyInvoice>, 'delivery_account_no'>) =>
      (await call(paperwork.copyInvoice, { token, body: { delivery_account_no: customerId, ...body } })).error
        .code
    const missing = 'document_not_found'
    expect(await code({ invoice_no: 'INV1' })).toBe(missing)
    expect(await code({ invoice_no: ofShared.invoiceNo })).toBe(missing)
    expect(await code({ invoice_no: ofShared.deliveryNoteNo })).toBe(missing)
    expect(await code({ invoice_no: [own.invoiceNo, ofShared.invoiceNo] })).toBe(missing)
    expect(await code({ start_date: '2020-01-01', end_date: '2020-01-31' })).toBe(missing)
    expect(await code({})).toBe('invalid_request')
    expect(await code({ start_date: '2026-11-02', end_date: '2026-11-01' })).toBe('invalid_request')
    for (let count = 0; count < COPIES_MAX; count += 1) await invoiced()
    expect(await code({ start_date: '2026-01-01', end_date: '2026-12-31' })).toBe('too_many_documents')
  })
})

describe('a statement', () => {
  it('starts with the balance brought forward and ends with the amount owed', async () => {
    const { statement, invoiced, paid } = await anAccount()
    await invoiced({ day: '2026-10-05', dueDay: '2026-11-04' })
    const november = await invoiced({ day: '2026-11-02', lines: [{ quantity: 4, deliveredQuantity: 3 }] })
    await paid(1_000, '2026-11-20')
    const { bytes, headers } = await statement('2026-11-01', '2026-11-30')
    expect(headers['content-type']).toBe('application/pdf')
    const { title, texts, tags } = await readPdf(bytes)
    const text = texts[0]?.replace(/ +/g, ' ')
    expect(title).toBe('Statement')
    expect(text).toContain('Balance brought forward £25.00')
    expect(text).toContain(`Invoice ${november.invoiceNo} £50.00 £75.00`)
    expect(text).toContain(`Credit note ${november.creditNoteNo} for ${november.invoiceNo} -£12.50 £62.50`)
    expect(text).toContain('Payment BACS 77 -£10.00 £52.50')
    expect(text).toContain('Overdue today: £15.00')
    expect(tags.H1).toBe(1)
  })

  it('of a period that ends before it starts is refused', async () => {
    const { statement } = await anAccount()
    expect((await statement('2026-11-02', '2026-11-01')).statusCode).toBe(400)
  })
})

/** Holds every reading of documents until it is called. */
const holdDocuments = async (): Promise<() => Promise<void>> => {
  const client = await database.$client.connect()
  await client.query('BEGIN')
  await client.query('LOCK TABLE invoices IN ACCESS EXCLUSIVE MODE')
  return async () => {
    await client.query('COMMIT')
    client.release()
  }
}

describe('documents that are printed', () => {
  it.each([
    ['files of several', (no: string) => [no, no]],
    ['single ones', (no: string) => no],
  ])('as %s wait their turn, one of each user; too many are refused', async (_, asked) => {
    const [one, other] = [await anAccount(), await anAccount()]
    const [mine, theirs] = [await one.invoiced(), await other.invoiced()]
    const release = await holdDocuments()
    const refused: Awaited<ReturnType<typeof one.copy>>[] = []
    const sixteen = Array.from({ length: 16 }, async () => {
      const reply = await one.copy({ invoice_no: asked(mine.invoiceNo) })
      if (reply.statusCode !== 200) refused.push(reply)
      return reply.statusCode
    })
    await eventually(() => expect(refused).toHaveLength(10))
    const another = other.copy({ invoice_no: asked(theirs.invoiceNo) })
    await release()
    expect((await another).statusCode).toBe(200)
    expect((await Promise.all(sixteen)).filter((status) => status === 200)).toHaveLength(6)
    const [first] = refused
    expect([first?.statusCode, first?.headers['retry-after']]).toEqual([429, '5'])
    expect(JSON.parse(first?.bytes.toString() ?? '')).toMatchObject({
      code: 'rate_limited',
      message: 'Your other documents are still being prepared. Please try again in a moment.',
    })
  })

  it('give their turn away when the reader leaves', async () => {
    const { token, customerId, invoiced, copy } = await anAccount()
    const { invoiceNo } = await invoiced()
    const origin = `http://127.0.0.1:${await portOf(app)}`
    const release = await holdDocuments()
    const leaving = new AbortController()
    const left = fetch(`${origin}${pathOf(paperwork.copyInvoice)}`, {
      method: 'POST',
      signal: leaving.signal,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ delivery_account_no: customerId, invoice_no: [invoiceNo] }),
    }).catch(() => 'left')
    await eventually(async () => expect(await waitingForLocks()).toBe(1))
    const next = copy({ invoice_no: [invoiceNo] })
    leaving.abort()
    expect(await left).toBe('left')
    await release()
    expect((await next).statusCode).toBe(200)
  })
})

const waitingForLocks = async (): Promise<number> => {
  const { rows } = await database.$client.query<{ waiting: number }>(
    "SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  )
  return rows[0]?.waiting ?? 0
}
