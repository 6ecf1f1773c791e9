import { describe, expect, it } from 'vitest'
import type { TrackedOrder } from '#contract/orders.ts'
import { MAIL_KINDS, type MailKind } from '#domain/order-mail.ts'
import { renderOrderMail } from '#server/features/mail/render-order-mail.ts'

const NOW = new Date('2026-11-23T12:00:00.000Z')
const LINE = { vatBasisPoints: 2_000, deliveredQuantity: null, catchWeight: false }
const ORDER: TrackedOrder = {
  id: '0193a000-0000-7000-8000-000000000001',
  orderNo: '100234',
  revision: 1,
  basketId: null,
  customerId: 'C100',
  customerName: 'Salt & <b>Pepper</b>',
  deliveryDay: '2026-11-25',
  poNumber: 'PO-77',
  method: 'delivery',
  status: 'placed',
  placedAt: NOW.toISOString(),
  cutOffAt: '2026-11-24T22:00:00.000Z',
  exportedAt: null,
  lineCount: 2,
  shortCount: 0,
  totalPence: 8_388,
  placedBy: 'Robin Cook',
  instructions: 'Ring <twice>',
  address: {
    name: 'Back door',
    contactName: '',
    contactPhone: '',
    addressLines: ['9 Low Rd'],
    town: 'York',
    postcode: 'YO1 7HH',
    accessNotes: '',
  },
  payBy: 'account',
  confirmedAt: NOW.toISOString(),
  pickingAt: null,
  dispatchedAt: null,
  deliveredAt: null,
  cancelledAt: null,
  replacedAt: null,
  lines: [
    {
      ...LINE,
      product_no: 'P1',
      name: 'Wine',
      pack: '75 cl',
      quantity: 3,
      unitPricePence: 833,
      netPence: 2_499,
    },
    {
      ...LINE,
      product_no: 'P2',
      name: 'Beef',
      pack: '',
      quantity: 2,
      unitPricePence: 1_155,
      netPence: 3_896,
      catchWeight: true,
    },
  ],
  totals: {
    lineCount: 2,
    netPence: 6_395,
    vat: [{ vatBasisPoints: 2_000, netPence: 6_990, vatPence: 1_398 }],
    vatPence: 1_398,
    totalPence: 8_388,
    estimated: true,
    unpricedCount: 0,
    deliveryChargePence: 595,
    deliveryVatBasisPoints: 2_000,
    freeDeliveryFromPence: 15_000,
  },
}

const mailOf = async (kind: MailKind, order: Partial<TrackedOrder> = {}, publicUrl?: string) => {
  const company = { name: 'Copper & Sons', email: 'orders@copper.example.com', colour: '#c2410c' }
  const mail = await renderOrderMail({ kind, order: { ...ORDER, ...order }, company, publicUrl, now: NOW })
  return { ...mail, flat: mail.text.replace(/\s+/g, ' ') }
}

describe('an order mail', () => {
  it.each<[MailKind, string, string]>([
    [
      'confirmation',
      'Order 100234 confirmed for Wed 25 Nov',
      'You can change or cancel it until 22:00 on Tue 24 Nov.',
    ],
    ['changed', 'Order 100234 changed, for Wed 25 Nov', 'This replaces the order you had before.'],
    ['cancelled', 'Order 100234 cancelled', 'nothing will be delivered'],
    ['payment_declined', 'Payment declined for order 100234', 'Pay by 12:30, with this card or another'],
    ['payment_expired', 'Order 100234 cancelled: not paid in time', 'We did not receive a card payment'],
    [
      'payment_late',
      'We are refunding your payment for order 100234',
      'reached us after the order was cancelled',
    ],
  ])('of kind %s says what happened', async (kind, subject, sentence) => {
    const mail = await mailOf(kind)
    expect(mail.subject).toBe(subject)
    expect(mail.flat).toContain(sentence)
    expect(mail.html).toContain(`<title>${subject}</title>`)
  })

  it.each(['confirmation', 'changed'] as const)('of kind %s says that the office ordered', async (kind) => {
    const words = 'Robin Cook placed it for you. If it is not what you want, call us.'
    expect((await mailOf(kind, { channel: 'office' })).flat).toContain(words)
    expect((await mailOf(kind, { channel: 'customer' })).flat).not.toContain('placed it for you')
  })

  it('shows the lines, charge, VAT, address and reference, with the same figures in text and HTML', async () => {
    const { flat, html } = await mailOf('confirmation')
    for (const text of [
      'P1 · 75 cl · £8.33 each',
      'P2 2 × about 1.69 kg × £11.55 per kg',
      'about £38.96',
      'Goods £63.95',
      'Delivery (free from £150.00) £5.95',
      'VAT 20% £13.98',
      'Estimated total £83.88',
      'Deliver to Back door, 9 Low Rd, York, YO1 7HH',
      'Purchase order PO-77',
      'On account',
    ])
      expect(flat).toContain(text)
    const figures = (text: string) => text.match(/£[\d,.]*\d/g)?.toSorted()
    expect(figures(html.replaceAll(/<style>.*?<\/style>/gs, ''))).toEqual(figures(flat))
  })

  it('explains weights: estimated before the delivery, billed by the gram once invoiced', async () => {
    const estimated = 'Items sold by weight are estimated. We will bill them by their delivered weight.'
    expect((await mailOf('confirmation')).flat).toContain(estimated)
    const [wine, beef] = ORDER.lines
    if (!wine || !beef) throw new Error('The order has two lines.')
    const weighed = { deliveredQuantity: 2, deliveredWeightGrams: 3_486, billedPence: 4_026 }
    const { flat } = await mailOf('confirmation', {
      lines: [wine, { ...beef, ...weighed }],
      invoicedPence: 8_544,
      billedPence: 8_444,
    })
    expect(flat).not.toContain(estimated)
    expect(flat).toContain('Estimated 3.37 kg, delivered 3.486 kg, £40.26 billed')
    expect(flat).toContain('Estimated total £83.88 Invoiced total £85.44 Credited -£1.00 Billed £84.44')
  })

  it('of a collection names the site and the slot', async () => {
    const { flat } = await mailOf('confirmation', { method: 'collection', collectionSlot: '07:00-09:00' })
    expect(flat).toContain('Collection day Wed 25 Nov')
    expect(flat).toContain('Collection time 07:00–09:00')
    expect(flat).toContain('Collect from Back door')
    for (const kind of ['cancelled', 'payment_expired'] as const) {
      const ended = (await mailOf(kind, { method: 'collection' })).flat
      expect(ended).toMatch(/there is nothing to collect/i)
      expect(ended).not.toContain('delivered')
    }
  })

  it('links to the order only if a public address is configured', async () => {
    const url = 'https://orders.example.com'
    const placed = await mailOf('confirmation', {}, url)
    expect(placed.html).toContain(`href="${url}/orders/history-${ORDER.id}"`)
    expect(placed.text).toContain(`${url}/orders/history-${ORDER.id}`)
    expect((await mailOf('payment_declined', {}, url)).html).toContain(
      `href="${url}/payments/payment-${ORDER.id}"`,
    )
    const { html, text } = await mailOf('confirmation')
    expect(html).not.toContain('<a')
    expect(text).not.toContain('http')
  })

  it('shows typed text literally', async () => {
    const { html, flat } = await mailOf('confirmation')
    expect(html).toContain('Salt &amp; &lt;b&gt;Pepper&lt;/b&gt;')
    expect(html).not.toMatch(/<b>|<twice>/)
    expect(flat).toContain('Salt & <b>Pepper</b>')
    expect(flat).toContain('Ring <twice>')
  })

  it('is legible in light and dark colours', async () => {
    const { html } = await mailOf(MAIL_KINDS[0], {}, 'https://orders.example.com')
    const dark = /prefers-color-scheme: dark\) \{(.*?)\n\}/s.exec(html)?.[1] ?? ''
    const ruleOf = (name: string) => new RegExp(`\\.${name}[^{]*\\{([^}]*)\\}`).exec(dark)?.[1] ?? ''
    const styleOf = (name: string) =>
      new RegExp(`class="${name}[^"]*"[^>]*style="([^"]*)"`).exec(html)?.[1] ?? ''
    for (const read of [ruleOf, styleOf]) {
      const page = colourOf('background', read('page'))
      for (const name of ['text', 'dim'])
        expect(contrast(colourOf('color', read(name)), page)).toBeGreaterThanOrEqual(4.5)
      const button = read('button')
      expect(contrast(colourOf('color', button), colourOf('background', button))).toBeGreaterThanOrEqual(4.5)
    }
  })
})

const colourOf = (property: string, style: string): string =>
  new RegExp(`(?:^|[;\\s])${property}:\\s*(#[0-9a-f]{6})`).exec(style)?.[1] ?? ''

/** By WCAG 2.2. NaN if a colour is missing. */
const contrast = (one: string, other: string): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const luminance = (colour: string): number => {
  const part = (at: number): number => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}
