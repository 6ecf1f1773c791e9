import { pricedGramsOf } from '#domain/catch-weight.ts'
import { discountPenceOf } from '#domain/discounts.ts'
import type { BilledLine } from '#domain/paperwork/bill.ts'
import { deliveryNoteNo } from '#domain/paperwork/documents.ts'
import type { PrintedBill } from '#server/features/paperwork/bills.repository.ts'
import { wasCollected } from '#server/features/paperwork/pdf/words.ts'

/** An invoice or credit note in UBL 2.1, by the rules of Peppol BIS Billing 3. Amounts are pounds with two decimals. */

export type Seller = {
  name: string
  /** `scheme:id`. */
  peppolId: string
  /** With its country: `GB123456789`. */
  vatId: string
  addressLines: readonly string[]
  email: string
  phone: string
  /** How an invoice can be paid. */
  paymentTerms: string
}

export type Buyer = {
  /** The account number. */
  id: string
  name: string
  peppolId: string
  addressLines: readonly string[]
  town: string
  postcode: string
}

/** Element names to their content, in the order that the schema has. undefined leaves an element out. */
type Content = string | Xml | Content[] | undefined
type Xml = { [name: string]: Content }

const CUSTOMIZATION = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'
const PROFILE = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'
const NAMES = 'urn:oasis:names:specification:ubl:schema:xsd:'
const KINDS = {
  invoice: { root: 'Invoice', type: '380', line: 'InvoiceLine', quantity: 'InvoicedQuantity' },
  credit_note: { root: 'CreditNote', type: '381', line: 'CreditNoteLine', quantity: 'CreditedQuantity' },
} as const
const COUNTRY = { 'cac:Country': { 'cbc:IdentificationCode': 'GB' } }
const CURRENCY = 'GBP'
const VAT = { 'cac:TaxScheme': { 'cbc:ID': 'VAT' } }
const PIECE = 'C62'
const KILOGRAM = 'KGM'
/** Freight service, of the code list UNCL 7161. */
const DELIVERY = { code: 'FC', reason: 'Delivery' }
/** Where only the seller's number of an order is known. */
const NO_ORDER_NUMBER = 'NA'

export const billUbl = async (seller: Seller, buyer: Buyer, bill: PrintedBill): Promise<string> => {
  const { create } = await import('xmlbuilder2')
  const { root } = KINDS[bill.kind]
  const xml: Xml = {
    [root]: {
      '@xmlns': `${NAMES}${root}-2`,
      '@xmlns:cac': `${NAMES}CommonAggregateComponents-2`,
      '@xmlns:cbc': `${NAMES}CommonBasicComponents-2`,
      ...headOf(bill),
      'cac:AccountingSupplierParty': { 'cac:Party': sellerParty(seller) },
      'cac:AccountingCustomerParty': { 'cac:Party': buyerParty(buyer) },
      'cac:Delivery': deliveryOf(bill),
      ...(bill.kind === 'invoice' &&
        seller.paymentTerms !== '' && { 'cac:PaymentTerms': { 'cbc:Note': seller.paymentTerms } }),
      ...amountsOf(bill),
    },
  }
  const document = create({ version: '1.0', encoding: 'UTF-8', invalidCharReplacement: '' }, present(xml))
  return document.end({ prettyPrint: true })
}

const headOf = (bill: PrintedBill): Xml => ({
  'cbc:CustomizationID': CUSTOMIZATION,
  'cbc:ProfileID': PROFILE,
  'cbc:ID': bill.no,
  'cbc:IssueDate': bill.day,
  'cbc:DueDate': bill.dueDay ?? undefined,
  [`cbc:${KINDS[bill.kind].root}TypeCode`]: KINDS[bill.kind].type,
  'cbc:Note': bill.reason || undefined,
  'cbc:DocumentCurrencyCode': CURRENCY,
  'cac:OrderReference': {
    'cbc:ID': bill.poNumber || NO_ORDER_NUMBER,
    'cbc:SalesOrderID': String(bill.orderNo),
  },
  'cac:BillingReference':
    bill.creditedInvoiceNo === null
      ? undefined
      : { 'cac:InvoiceDocumentReference': { 'cbc:ID': bill.creditedInvoiceNo } },
  'cac:DespatchDocumentReference': { 'cbc:ID': deliveryNoteNo(bill.orderNo) },
})

const sellerParty = ({ name, peppolId, vatId, addressLines, email, phone }: Seller): Xml => ({
  'cbc:EndpointID': endpointOf(peppolId),
  'cac:PartyName': { 'cbc:Name': name },
  'cac:PostalAddress': { ...linesOf(addressLines), ...COUNTRY },
  'cac:PartyTaxScheme': { 'cbc:CompanyID': vatId, ...VAT },
  'cac:PartyLegalEntity': { 'cbc:RegistrationName': name },
  ...((phone !== '' || email !== '') && {
    'cac:Contact': { 'cbc:Telephone': phone || undefined, 'cbc:ElectronicMail': email || undefined },
  }),
})

const buyerParty = ({ id, name, peppolId, ...address }: Buyer): Xml => ({
  'cbc:EndpointID': endpointOf(peppolId),
  'cac:PartyIdentification': { 'cbc:ID': id },
  'cac:PartyName': { 'cbc:Name': name },
  'cac:PostalAddress': addressOf(address),
  'cac:PartyLegalEntity': { 'cbc:RegistrationName': name },
})

const endpointOf = (peppolId: string): Xml => {
  const [schemeID = '', ...id] = peppolId.split(':')
  return { '@schemeID': schemeID, '#': id.join(':') }
}

type Address = { addressLines: readonly string[]; town: string; postcode: string }

const addressOf = ({ addressLines, town, postcode }: Address): Xml => {
  const { 'cac:AddressLine': further, ...first } = linesOf(addressLines)
  return {
    ...first,
    'cbc:CityName': town || undefined,
    'cbc:PostalZone': postcode || undefined,
    'cac:AddressLine': further,
    ...COUNTRY,
  }
}

const linesOf = (lines: readonly string[]): Xml => {
  const [first, second, ...further] = lines.map((line) => line.trim()).filter((line) => line !== '')
  return {
    'cbc:StreetName': first,
    'cbc:AdditionalStreetName': second,
    'cac:AddressLine': further.length === 0 ? undefined : { 'cbc:Line': further.join(', ') },
  }
}

const deliveryOf = (bill: PrintedBill): Xml => ({
  'cbc:ActualDeliveryDate': bill.deliveryDay,
  ...(bill.address !== null &&
    !wasCollected(bill) && {
      'cac:DeliveryLocation': { 'cac:Address': addressOf(bill.address) },
      'cac:DeliveryParty':
        bill.address.name === '' ? undefined : { 'cac:PartyName': { 'cbc:Name': bill.address.name } },
    }),
})

const amountsOf = (bill: PrintedBill): Xml => {
  const { deliveryChargePence, netPence, vat, vatPence, totalPence, lines } = bill
  const { line } = KINDS[bill.kind]
  return {
    'cac:AllowanceCharge':
      deliveryChargePence === 0
        ? undefined
        : {
            'cbc:ChargeIndicator': 'true',
            'cbc:AllowanceChargeReasonCode': DELIVERY.code,
            'cbc:AllowanceChargeReason': DELIVERY.reason,
            'cbc:Amount': amountOf(deliveryChargePence),
            'cac:TaxCategory': categoryOf(bill.deliveryVatBasisPoints ?? 0),
          },
    'cac:TaxTotal': {
      'cbc:TaxAmount': amountOf(vatPence),
      'cac:TaxSubtotal': vat.map((row) => ({
        'cbc:TaxableAmount': amountOf(row.netPence),
        'cbc:TaxAmount': amountOf(row.vatPence),
        'cac:TaxCategory': categoryOf(row.vatBasisPoints),
      })),
    },
    'cac:LegalMonetaryTotal': {
      'cbc:LineExtensionAmount': amountOf(netPence),
      'cbc:TaxExclusiveAmount': amountOf(netPence + deliveryChargePence),
      'cbc:TaxInclusiveAmount': amountOf(totalPence),
      'cbc:ChargeTotalAmount': deliveryChargePence === 0 ? undefined : amountOf(deliveryChargePence),
      'cbc:PayableAmount': amountOf(totalPence),
    },
    [`cac:${line}`]: lines.map((each, at) => lineOf(bill.kind, each, at + 1)),
  }
}

const lineOf = (kind: PrintedBill['kind'], line: BilledLine, no: number): Xml => {
  const { quantity, unit, price } = pricedQuantityOf(line)
  return {
    'cbc:ID': String(no),
    [`cbc:${KINDS[kind].quantity}`]: { '@unitCode': unit, '#': quantity },
    'cbc:LineExtensionAmount': amountOf(line.netPence),
    'cac:AllowanceCharge': (line.discounts ?? [])
      .filter(({ pence }) => pence > 0)
      .map(({ name, pence }) => ({
        'cbc:ChargeIndicator': 'false',
        'cbc:AllowanceChargeReasonCode': DISCOUNT_CODE,
        'cbc:AllowanceChargeReason': name,
        'cbc:Amount': amountOf(pence),
      })),
    'cac:Item': {
      'cbc:Description': line.pack || undefined,
      'cbc:Name': line.name || line.product_no,
      'cac:SellersItemIdentification': { 'cbc:ID': line.product_no },
      'cac:ClassifiedTaxCategory': categoryOf(line.vatBasisPoints),
    },
    'cac:Price': { 'cbc:PriceAmount': { '@currencyID': CURRENCY, '#': price } },
  }
}

/** Quantity × price, less the discounts, must come to the line's amount. A catch-weight line whose kilograms do not has its pieces, at what one came to. */
const pricedQuantityOf = (
  line: BilledLine,
): { quantity: string; unit: typeof PIECE | typeof KILOGRAM; price: string } => {
  const { quantity, unitPricePence, netPence, catchWeight } = line
  if (!catchWeight) return { quantity: String(quantity), unit: PIECE, price: poundsOf(unitPricePence) }
  const grams = pricedGramsOf(line)
  if (grams !== undefined)
    return { quantity: String(grams / 1_000), unit: KILOGRAM, price: poundsOf(unitPricePence) }
  const fullPence = netPence + discountPenceOf(line)
  const each = quantity === 0 ? 0 : fullPence / quantity / 100
  return { quantity: String(quantity), unit: PIECE, price: each.toFixed(6) }
}

/** Of UNCL 5189. */
const DISCOUNT_CODE = '95'

const STANDARD = 'S'
const ZERO = 'Z'

const categoryOf = (basisPoints: number): Xml => ({
  'cbc:ID': basisPoints === 0 ? ZERO : STANDARD,
  'cbc:Percent': String(basisPoints / 100),
  ...VAT,
})

const amountOf = (pence: number): Xml => ({ '@currencyID': CURRENCY, '#': poundsOf(pence) })

const poundsOf = (pence: number): string => (pence / 100).toFixed(2)

/** Without the elements that have no content. */
const present = (xml: Xml): Xml =>
  Object.fromEntries(
    Object.entries(xml).flatMap(([name, content]) => {
      if (content === undefined) return []
      if (Array.isArray(content)) return [[name, content.map((each) => presentIn(each))]]
      return [[name, presentIn(content)]]
    }),
  )

const presentIn = (content: Content): Content =>
  typeof content === 'object' && !Array.isArray(content) ? present(content) : content
