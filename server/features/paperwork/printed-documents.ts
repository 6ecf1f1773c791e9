import { deliveryNoteNo } from '#domain/paperwork/documents.ts'
import { isPeppolId, peppolIdOf, vatIdOf } from '#domain/paperwork/peppol.ts'
import type { ConfigService } from '#server/features/config/config.service.ts'
import { Refusal } from '#server/routing/refusal.ts'
import type { PrintedBill } from './bills.repository.ts'
import type { DeliveredOrder } from './delivery-notes.repository.ts'
import type { Company } from './pdf/paper.ts'
import type { Addressee } from './pdf/words.ts'
import type { Printer } from './printer.ts'
import { type Buyer, billUbl, type Seller } from './ubl/bill-ubl.ts'

export type PrintedDocument = { no: string; ending: 'pdf' | 'xml'; print: () => Promise<Buffer> }

export const readCompany = async (
  configs: Pick<ConfigService, 'company' | 'letterhead'>,
): Promise<Company> => {
  const { company_name, contact_phone, contact_email, theme } = (await configs.company()).general
  const { address, vat_no, payment_details } = await configs.letterhead()
  const colour = theme.company_primary_colour
  return {
    name: company_name,
    phone: contact_phone,
    email: contact_email,
    address,
    vatNo: vat_no,
    paymentDetails: payment_details,
    colour: /^#[0-9a-f]{6}$/i.test(colour) ? colour : '#000000',
  }
}

type Print = { printer: Printer; company: Company; addressee: Addressee }

export const printedBill = ({ printer, company, addressee }: Print, bill: PrintedBill): PrintedDocument => ({
  no: bill.no,
  ending: 'pdf',
  print: () => printer.print('bill', [company, addressee, bill]),
})

export const printedNote = (
  { printer, company, addressee }: Print,
  order: DeliveredOrder,
): PrintedDocument => ({
  no: deliveryNoteNo(order.orderNo),
  ending: 'pdf',
  print: () => printer.print('deliveryNote', [company, addressee, order]),
})

/** @throws Refusal `e_invoice_incomplete`, naming all that is missing */
export const eInvoiceParties = async (
  configs: Pick<ConfigService, 'company' | 'letterhead' | 'peppolId'>,
  buyer: Buyer,
): Promise<{ seller: Seller; buyer: Buyer }> => {
  const { name, phone, email, address, vatNo, paymentDetails } = await readCompany(configs)
  const vatId = vatIdOf(vatNo)
  const peppolId = peppolIdOf({ peppolId: await configs.peppolId(), vatNo })
  const missing = [
    { path: 'company/vat_no', words: 'the company’s VAT number', isThere: vatId !== undefined },
    {
      path: 'company/peppol_id',
      words: 'the company’s Peppol ID',
      isThere: vatId === undefined || peppolId !== undefined,
    },
    { path: 'company/address', words: 'the company’s address', isThere: address.trim() !== '' },
    { path: 'account/peppol_id', words: 'the account’s Peppol ID', isThere: isPeppolId(buyer.peppolId) },
  ].filter(({ isThere }) => !isThere)
  if (vatId === undefined || peppolId === undefined || missing.length > 0)
    throw new Refusal('e_invoice_incomplete', {
      message: `An e-invoice needs ${AND.format(missing.map(({ words }) => words))}. Please ask the office.`,
      errors: missing.map(({ path }) => ({ path, message: 'is missing, or is none' })),
    })
  const seller = { name, phone, email, vatId, peppolId, paymentTerms: paymentDetails }
  return { seller: { ...seller, addressLines: address.split('\n') }, buyer }
}

const AND = new Intl.ListFormat('en-GB')

export const eInvoice = (
  { seller, buyer }: { seller: Seller; buyer: Buyer },
  bill: PrintedBill,
): PrintedDocument => ({
  no: bill.no,
  ending: 'xml',
  print: async () => Buffer.from(await billUbl(seller, buyer, bill), 'utf8'),
})
