import { deliveryNoteNo } from '#domain/paperwork/documents.ts'
import type { ConfigService } from '#server/features/config/config.service.ts'
import type { PrintedBill } from './bills.repository.ts'
import type { DeliveredOrder } from './delivery-notes.repository.ts'
import type { Company } from './pdf/paper.ts'
import type { Addressee } from './pdf/words.ts'
import type { Printer } from './printer.ts'

export type PrintedDocument = { no: string; print: () => Promise<Buffer> }

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
  print: () => printer.print('bill', [company, addressee, bill]),
})

export const printedNote = (
  { printer, company, addressee }: Print,
  order: DeliveredOrder,
): PrintedDocument => ({
  no: deliveryNoteNo(order.orderNo),
  print: () => printer.print('deliveryNote', [company, addressee, order]),
})
