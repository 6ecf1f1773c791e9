import PDFDocument from 'pdfkit'
import type { Bench } from '#bench/harness/bench.ts'
import { median, timed } from '#bench/harness/samples.ts'
import { billOf } from '#domain/paperwork/bill.ts'
import type { PrintedBill } from '#server/features/paperwork/bills.repository.ts'
import { billPdf } from '#server/features/paperwork/pdf/bill-pdf.ts'

const LINES = 60

/** An invoice as customers get it, tagged and with embedded fonts. */
export const invoicePdf: Bench = {
  name: 'invoice-pdf',
  area: 'server',
  run: async ({ quick }) => {
    const rounds = quick ? 5 : 60
    const printed: number[] = []
    const empty: number[] = []
    let bytes = 0
    for (let round = 0; round < rounds; round += 1) {
      const { ms, result } = await timed(() => billPdf(COMPANY, ADDRESSEE, INVOICE))
      printed.push(ms)
      bytes = result.length
      empty.push((await timed(emptyPage)).ms)
    }
    return [
      {
        what: `invoice of ${LINES} lines as a tagged PDF`,
        measured: { value: median(printed), unit: 'ms' },
        reference: {
          what: 'an empty page of the same library',
          figure: { value: median(empty), unit: 'ms' },
        },
        budget: { of: 'ratio', max: 100, target: { max: { value: 100, unit: 'ms' } } },
        note: `${rounds} times, ${Math.round(bytes / 1000)} kB each; the first loads the fonts`,
      },
    ]
  },
}

const emptyPage = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const page = new PDFDocument({ size: 'A4' })
    page.on('end', resolve).on('error', reject).resume()
    page.end()
  })

const COMPANY = {
  name: 'Trolly',
  phone: '01632 960 123',
  email: 'office@example.com',
  address: '12 Quayside\nBristol\nBS1 6XN',
  vatNo: 'GB 999 9999 73',
  paymentDetails: 'By bank transfer to Trolly, sort code 00-00-00, account 00000000.',
  colour: '#00447e',
}
const ADDRESSEE = {
  id: '200101',
  name: 'The Ploughman’s Rest',
  addressLines: ['84 Mill Lane'],
  town: 'Halifax',
  postcode: 'HX3 3TX',
}

const BILL = billOf(
  Array.from({ length: LINES }, (_, position) => ({
    position,
    product_no: `${100_000 + position}`,
    name: `Double concentrate tomato purée no. ${position}`,
    pack: '12 × 800 g',
    quantity: 1 + (position % 7),
    unitPricePence: 1_099 + position * 37,
    vatBasisPoints: position % 3 === 0 ? 2_000 : 0,
    netPence: (1 + (position % 7)) * (1_099 + position * 37),
    catchWeight: false,
  })),
  { deliveryChargePence: 499, deliveryVatBasisPoints: 2_000 },
)

const INVOICE: PrintedBill = {
  kind: 'invoice',
  no: 'INV500001',
  day: '2026-11-02',
  dueDay: '2026-12-02',
  orderNo: 100_001,
  poNumber: 'PO-4711',
  deliveryDay: '2026-11-02',
  creditedInvoiceNo: null,
  reason: '',
  method: 'delivery',
  collectionSlot: null,
  address: null,
  orderedPence: BILL.totalPence,
  ...BILL,
}
