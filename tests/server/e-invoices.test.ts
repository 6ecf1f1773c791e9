import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { convert } from 'xmlbuilder2'
import { type BodyOf, pathOf } from '#contract/endpoint.ts'
import { paperwork } from '#contract/paperwork.ts'
import { customers } from '#server/db/schema/customers.ts'
import { settings } from '#server/db/schema/settings.ts'
import { aCustomer, aUser } from '#tests/support/builders.ts'
import { anInvoicedOrder } from '#tests/support/invoices.ts'
import { startTestApp } from '#tests/support/server.ts'
import { publishedRules } from '#tests/support/ubl-rules.ts'

const { app, database, call } = await startTestApp({ now: () => new Date('2026-11-23T12:00:00.000Z') })

const LETTERHEAD = {
  address: '12 Quayside\nUnit 4\nBristol\nBS1 6XN',
  vat_no: 'GB 999 9999 73',
  payment_details: 'By bank transfer to Copper & Sons.',
}
const GENERAL = { company_name: 'Copper & Sons', contact_phone: '01632 960 123' }
const setCompany = async (value: object) => {
  await database.delete(settings).where(eq(settings.name, 'company'))
  await database.insert(settings).values({ name: 'company', value })
}
await setCompany({ general: GENERAL, letterhead: LETTERHEAD })

const address = {
  name: 'Back door',
  contactName: '',
  contactPhone: '',
  addressLines: ['9 Low Rd'],
  town: 'York',
  postcode: 'YO1 7HH',
  accessNotes: '',
}
const anAccount = async (parts: Parameters<typeof aCustomer>[1] = {}) => {
  const { id: customerId } = await aCustomer(database, {
    name: 'Café Zoë',
    addressLines: ['2 Mill Lane'],
    town: 'Leeds',
    postcode: 'LS1 4AB',
    peppolId: '0088:5060000000009',
    ...parts,
  })
  const { token } = await aUser(database, { customerIds: [customerId] })
  return { customerId, token }
}
const zoe = await anAccount()
const copy = async (body: Partial<BodyOf<typeof paperwork.copyInvoice>>, { customerId, token } = zoe) => {
  const { rawPayload, headers, statusCode } = await app.inject({
    method: 'POST',
    url: pathOf(paperwork.copyInvoice),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ delivery_account_no: customerId, format: 'ubl', ...body }),
  })
  return { text: rawPayload.toString('utf8'), bytes: rawPayload, headers, statusCode }
}
const refusalOf = async (body: Partial<BodyOf<typeof paperwork.copyInvoice>>, account = zoe) =>
  (
    await call(paperwork.copyInvoice, {
      token: account.token,
      body: { delivery_account_no: account.customerId, format: 'ubl', ...body },
    })
  ).error

/** node-schematron adds in binary fractions: quarters of a pound come out. */
const mixed = await anInvoicedOrder(database, {
  customerId: zoe.customerId,
  poNumber: 'PO-5',
  lines: [
    { name: 'Crème fraîche – half fat', quantity: 3, deliveredQuantity: 1, unitPricePence: 225 },
    { quantity: 1, unitPricePence: 1_001, vatBasisPoints: 2_000, deliveredQuantity: 0 },
    {
      name: 'Beef',
      quantity: 2,
      unitPricePence: 1_250,
      netPence: 3_000,
      catchWeight: true,
      deliveredWeightGrams: 2_480,
    },
    {
      name: 'Ham',
      quantity: 3,
      deliveredQuantity: 2,
      unitPricePence: 1_000,
      netPence: 1_025,
      catchWeight: true,
    },
  ],
  charge: { deliveryChargePence: 499, deliveryVatBasisPoints: 2_000 },
  handedOver: { address },
})
const plain = await anInvoicedOrder(database, { customerId: zoe.customerId })
const collected = await anInvoicedOrder(database, {
  customerId: zoe.customerId,
  lines: [{ deliveredQuantity: 0, vatBasisPoints: 500, quantity: 7, unitPricePence: 333 }],
  handedOver: { method: 'collection', collectionSlot: '07:00-09:00', address },
})

const off = (pence: number) => [{ discountId: 'week', name: 'Cheese week', pence }]
const discounted = await anInvoicedOrder(database, {
  customerId: zoe.customerId,
  lines: [
    { quantity: 4, deliveredQuantity: 3, unitPricePence: 1_000, netPence: 3_600, discounts: off(400) },
    {
      quantity: 1,
      unitPricePence: 1_000,
      netPence: 900,
      discounts: off(100),
      catchWeight: true,
      deliveredWeightGrams: 1_500,
    },
  ],
})

describe('an e-invoice', () => {
  it('is an invoice in UBL, with the figures of the printed one', async () => {
    const { text, headers } = await copy({ invoice_no: mixed.invoiceNo })
    expect(headers).toMatchObject({
      'content-type': 'application/xml',
      'content-disposition': `inline; filename="${mixed.invoiceNo}.xml"`,
    })
    expect(text).toContain('<cbc:RegistrationName>Copper &amp; Sons</cbc:RegistrationName>')
    const { Invoice } = convert(text, { format: 'object' }) as { Invoice: Record<string, unknown> }
    const pounds = (amount: string) => ({ '@currencyID': 'GBP', '#': amount })
    expect(Invoice).toMatchObject({
      'cbc:ID': mixed.invoiceNo,
      'cbc:IssueDate': '2026-11-02',
      'cbc:DueDate': '2026-12-02',
      'cbc:InvoiceTypeCode': '380',
      'cac:OrderReference': { 'cbc:ID': 'PO-5', 'cbc:SalesOrderID': mixed.orderNo },
      'cac:AccountingSupplierParty': {
        'cac:Party': {
          'cbc:EndpointID': { '@schemeID': '9932', '#': 'GB999999973' },
          'cac:PartyTaxScheme': { 'cbc:CompanyID': 'GB999999973' },
        },
      },
      'cac:AccountingCustomerParty': {
        'cac:Party': {
          'cbc:EndpointID': { '@schemeID': '0088', '#': '5060000000009' },
          'cac:PostalAddress': { 'cbc:CityName': 'Leeds', 'cac:Country': { 'cbc:IdentificationCode': 'GB' } },
        },
      },
      'cac:Delivery': { 'cac:DeliveryLocation': { 'cac:Address': { 'cbc:PostalZone': 'YO1 7HH' } } },
      'cac:AllowanceCharge': { 'cbc:Amount': pounds('4.99') },
      'cac:TaxTotal': { 'cbc:TaxAmount': pounds('3.00') },
      'cac:LegalMonetaryTotal': {
        'cbc:LineExtensionAmount': pounds('58.01'),
        'cbc:TaxExclusiveAmount': pounds('63.00'),
        'cbc:TaxInclusiveAmount': pounds('66.00'),
        'cbc:PayableAmount': pounds('66.00'),
      },
    })
    const lines = Invoice['cac:InvoiceLine'] as Record<string, unknown>[]
    expect(lines.map((line) => line['cbc:InvoicedQuantity'])).toEqual([
      { '@unitCode': 'C62', '#': '3' },
      { '@unitCode': 'C62', '#': '1' },
      { '@unitCode': 'KGM', '#': '2.48' },
      { '@unitCode': 'KGM', '#': '1.025' },
    ])
  })

  it('is a credit note for what was short, which names its invoice', async () => {
    const { text } = await copy({ invoice_no: mixed.creditNoteNo ?? '' })
    const { CreditNote } = convert(text, { format: 'object' }) as { CreditNote: Record<string, unknown> }
    expect(CreditNote).toMatchObject({
      'cbc:CreditNoteTypeCode': '381',
      'cbc:Note': 'Short delivery',
      'cac:BillingReference': { 'cac:InvoiceDocumentReference': { 'cbc:ID': mixed.invoiceNo } },
    })
    expect(CreditNote).not.toHaveProperty('cbc:DueDate')
  })

  it('has what discounts took off each line, also by its delivered weight and where it was short', async () => {
    const partsOf = async (invoice_no: string) => {
      const { text } = await copy({ invoice_no })
      return [
        ...text.matchAll(/<cbc:(Amount|LineExtensionAmount|AllowanceChargeReason)\b[^>]*>([^<]+)/g),
      ].map(([, name = '', value = '']) => (name === 'LineExtensionAmount' ? `= ${value}` : value))
    }
    expect(await partsOf(discounted.invoiceNo)).toEqual([
      '= 49.50',
      '= 36.00',
      'Cheese week',
      '4.00',
      '= 13.50',
      'Cheese week',
      '1.50',
    ])
    expect(await partsOf(discounted.creditNoteNo ?? '')).toEqual(['= 9.00', '= 9.00', 'Cheese week', '1.00'])
  })

  it('of several documents is a ZIP file, by numbers or by days', async () => {
    const nos = [mixed.invoiceNo, mixed.creditNoteNo ?? '']
    for (const body of [{ invoice_no: nos }, { start_date: '2026-11-01', end_date: '2026-11-30' }]) {
      const { bytes, headers } = await copy(body)
      expect(headers['content-type']).toBe('application/zip')
      expect(Object.keys(unzipSync(new Uint8Array(bytes)))).toEqual(
        expect.arrayContaining(nos.map((no) => `${no}.xml`)),
      )
    }
  })

  it('has no character that XML forbids', async () => {
    const odd = await anInvoicedOrder(database, {
      customerId: zoe.customerId,
      lines: [{ name: 'A\u0001 <b> & \uFFFF"' }],
    })
    expect((await copy({ invoice_no: odd.invoiceNo })).text).toContain(
      '<cbc:Name>A &lt;b&gt; &amp; "</cbc:Name>',
    )
  })

  it('is not a delivery note, another account’s or a number that does not exist', async () => {
    expect((await refusalOf({ invoice_no: mixed.deliveryNoteNo })).code).toBe('invalid_request')
    expect((await refusalOf({ invoice_no: [mixed.invoiceNo, mixed.deliveryNoteNo] })).code).toBe(
      'invalid_request',
    )
    expect((await refusalOf({ invoice_no: 'INV0' })).code).toBe('document_not_found')
    const other = await anAccount()
    expect((await refusalOf({ invoice_no: mixed.invoiceNo }, other)).code).toBe('document_not_found')
    const theirs = { delivery_account_no: zoe.customerId, invoice_no: mixed.invoiceNo }
    expect((await refusalOf(theirs, other)).code).toBe('customer_not_found')
  })

  it('is refused while the company or the account lacks what it must name', async () => {
    const { customerId, token } = await anAccount({ peppolId: '' })
    const { invoiceNo } = await anInvoicedOrder(database, { customerId })
    const account = { customerId, token }
    const missing = async () => {
      const { code, errors } = await refusalOf({ invoice_no: invoiceNo }, account)
      expect(code).toBe('e_invoice_incomplete')
      return errors?.map(({ path }) => path)
    }
    expect(await missing()).toEqual(['account/peppol_id'])
    expect((await refusalOf({ invoice_no: invoiceNo }, account)).message).toBe(
      'An e-invoice needs the account’s Peppol ID. Please ask the office.',
    )
    await setCompany({ general: GENERAL })
    expect(await missing()).toEqual(['company/vat_no', 'company/address', 'account/peppol_id'])
    await setCompany({ general: GENERAL, letterhead: LETTERHEAD, peppol_id: 'GB' })
    expect(await missing()).toEqual(['company/peppol_id', 'account/peppol_id'])
    await setCompany({ general: GENERAL, letterhead: LETTERHEAD, peppol_id: '0088:4012345500004' })
    await database.update(customers).set({ peppolId: '9932:GB123456789' }).where(eq(customers.id, customerId))
    const { text } = await copy({ invoice_no: invoiceNo }, account)
    expect(text).toContain('<cbc:EndpointID schemeID="0088">4012345500004</cbc:EndpointID>')
    expect(text).toContain('<cbc:ID>NA</cbc:ID>')
    await setCompany({ general: GENERAL, letterhead: LETTERHEAD })
  })
})

const rules = publishedRules(process.env.UBL_RULES)
describe.skipIf(rules === undefined)('by the published schema and rules', () => {
  const nos = [mixed, plain, collected, discounted].flatMap(({ invoiceNo, creditNoteNo }) =>
    [invoiceNo, creditNoteNo ?? []].flat(),
  )

  it.each(nos)(
    '%s breaks none',
    async (invoice_no) => {
      const { text } = await copy({ invoice_no })
      expect(await rules?.schemaFaults(text)).toEqual([])
      expect(rules?.brokenRules(text)).toEqual([])
    },
    120_000,
  )

  const examples = join(process.env.UBL_RULES ?? '', 'examples')
  const names = existsSync(examples) ? readdirSync(examples).filter((name) => name.endsWith('.xml')) : []
  it.each(names)(
    'the example %s of Peppol breaks none either',
    async (name) => {
      const text = readFileSync(join(examples, name), 'utf8')
      expect(await rules?.schemaFaults(text)).toEqual([])
      expect(rules?.brokenRules(text)).toEqual([])
    },
    120_000,
  )

  it('a document that is wrong is found', async () => {
    const { text } = await copy({ invoice_no: mixed.invoiceNo })
    expect(
      await rules?.schemaFaults(
        text.replace('cbc:IssueDate>', 'cbc:Issued>').replace('cbc:IssueDate>', 'cbc:Issued>'),
      ),
    ).not.toEqual([])
    expect(rules?.brokenRules(text.replace('>58.01<', '>58.02<'))).toContain('BR-CO-10')
    expect(rules?.brokenRules(text.replace('schemeID="9932"', 'schemeID="EM"'))).toContain(
      'PEPPOL-EN16931-CL008',
    )
  }, 120_000)
})
