import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type BodyOf, type Endpoint, pathOf } from '#contract/endpoint.ts'
import { orderHistory } from '#contract/order-history.ts'
import { activeOrders } from '#contract/orders.ts'
import { paperwork } from '#contract/paperwork.ts'
import { type Order, trollies } from '#contract/trollies.ts'
import type { Discounted } from '#domain/discounts.ts'
import { moneyText } from '#domain/money.ts'
import { deliveryPostcodes } from '#server/db/schema/customers.ts'
import { discounts } from '#server/db/schema/discounts.ts'
import { aCustomer, aProduct, aTrolly, aUser } from '#tests/support/builders.ts'
import { csv, importerInto } from '#tests/support/import.ts'
import { readPdf } from '#tests/support/pdf.ts'
import { startTestApp } from '#tests/support/server.ts'

/**
 * Money from the checkout to the statement: random orders with charges, weights and VAT are placed, invoiced by an import
 * with shortages and weights, and read in every way that people read them. Amounts are pence.
 */

const DAY = '2026-11-25'
const { app, database, call } = await startTestApp({ now: () => new Date('2026-11-23T12:00:00.000Z') })
const importCsv = importerInto(database)

const someLine = fc.record({
  quantity: fc.integer({ min: 1, max: 99 }),
  short: fc.constantFrom(0, 0, 1, 2, 99),
  pricePence: fc.integer({ min: 0, max: 99_999 }),
  vatBasisPoints: fc.constantFrom(0, 500, 2_000),
  /** Of one that is sold by weight. */
  weightGrams: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 9_999 })),
  /** What the scales say of such a one, as a share of what was expected; null: it is not weighed. */
  scales: fc.constantFrom(null, 0.5, 0.987, 1, 1.5),
})
const someOrder = fc.record({
  lines: fc.array(someLine, { minLength: 1, maxLength: 12 }),
  chargePence: fc.constantFrom(0, 1, 499, 1_250),
})
const someAccount = fc.record({
  accountKind: fc.constantFrom('cash' as const, 'credit' as const),
  /** null: delivery is always free. */
  freeDeliveryPence: fc.constantFrom(null, 50_000, 1_000_000_000),
  /** A discount on all its goods. */
  offBasisPoints: fc.constantFrom(0, 0, 333, 10_000),
  orders: fc.array(someOrder, { minLength: 1, maxLength: 4 }),
})
/** One of each kind that is counted below: chance alone leaves a kind out of a run in a hundred. */
const everyKind: ValueOf<typeof someAccount> = {
  accountKind: 'credit',
  freeDeliveryPence: 50_000,
  offBasisPoints: 333,
  orders: [
    {
      lines: [
        { quantity: 3, short: 1, pricePence: 1_999, vatBasisPoints: 2_000, weightGrams: 1_255, scales: null },
        {
          quantity: 4,
          short: 1,
          pricePence: 1_999,
          vatBasisPoints: 2_000,
          weightGrams: 1_255,
          scales: 0.987,
        },
      ],
      chargePence: 499,
    },
    {
      lines: [
        { quantity: 60, short: 0, pricePence: 1_999, vatBasisPoints: 0, weightGrams: null, scales: null },
      ],
      chargePence: 499,
    },
  ],
}
type ValueOf<T> = T extends fc.Arbitrary<infer Value> ? Value : never
type SomeLine = ValueOf<typeof someLine>
type SomeOrder = ValueOf<typeof someOrder>

const anAccount = async ({ offBasisPoints, ...terms }: Omit<ValueOf<typeof someAccount>, 'orders'>) => {
  const { id: customerId, priceListId } = await aCustomer(database, { ...terms, postcode: 'YO1 7HH' })
  if (offBasisPoints > 0)
    await database
      .insert(discounts)
      .values({ code: customerId, name: 'Autumn', customerId, kind: 'percent', basisPoints: offBasisPoints })
  const { id: createdBy, token } = await aUser(database, { customerIds: [customerId] })

  /** As the contract counts it: seen and confirmed by the person, or refused. */
  const place = async ({ lines, chargePence }: SomeOrder) => {
    const route = { deliveryWeekdays: [3], deliveryChargePence: chargePence }
    await database
      .insert(deliveryPostcodes)
      .values({ prefix: 'YO1', ...route })
      .onConflictDoUpdate({ target: deliveryPostcodes.prefix, set: route })
    const productNos = await Promise.all(
      lines.map(({ pricePence, vatBasisPoints, weightGrams }) =>
        aProduct(database, {
          ...{ priceListId, pricePence, vatBasisPoints },
          catchWeight: weightGrams !== null,
          estimatedWeightGrams: weightGrams,
        }),
      ),
    )
    const drawn = new Map(lines.map((line, at) => [productNos[at] ?? '', line]))
    const chosen = [...drawn].map(([product_no, { quantity }]) => ({ product_no, quantity }))
    const id = await aTrolly(database, { customerId, createdBy, deliveryDay: DAY, lines: chosen })
    const ofTrolly = { token, params: { id } }
    const { items, totals } = (await call(trollies.get, ofTrolly)).body
    const seen = items.map(({ product_no, quantity, product }) => {
      return { product_no, quantity, unitPricePence: product?.pricePence ?? null }
    })
    const { totalPence, deliveryChargePence } = totals
    const { status, body: order } = await call(trollies.checkout, {
      ...ofTrolly,
      body: {
        ...{ deliveryDay: DAY, lines: seen, totalPence },
        ...(deliveryChargePence !== undefined && { deliveryChargePence }),
        confirmations: { ageRestricted: true, catchWeight: true },
      },
    })
    expect(status).toBe(200)
    return { order, drawn }
  }

  const read = async (endpoint: Endpoint, body: object): Promise<string> => {
    const { rawPayload } = await app.inject({
      ...{ method: 'POST', url: pathOf(endpoint) },
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ delivery_account_no: customerId, ...body }),
    })
    return (await readPdf(rawPayload)).texts.join(' ').replace(/ +/g, ' ')
  }
  type Copy = Omit<BodyOf<typeof paperwork.copyInvoice>, 'delivery_account_no'>
  const query = { delivery_account_no: customerId, start_date: '2026-11-01', pageLength: 96 }
  return {
    place,
    tracked: async (id: string) => (await call(activeOrders.get, { token, params: { id } })).body,
    found: async () => (await call(orderHistory.search, { token, body: {} })).body.data,
    listed: async () => (await call(paperwork.copyInvoiceListOrders, { token, query })).body,
    printed: (body: Copy) => read(paperwork.copyInvoice, body),
    statement: () => read(paperwork.copyStatement, { start_date: '2026-11-01', end_date: '2026-11-30' }),
  }
}

const sum = (pence: readonly number[]): number => pence.reduce((total, each) => total + each, 0)

/** What the scales said of all that came of a line; null: it is billed as ordered. */
const gramsOf = ({ quantity, short, weightGrams, scales }: SomeLine): number | null =>
  weightGrams === null || scales === null || short >= quantity
    ? null
    : Math.max(1, Math.round((quantity - short) * weightGrams * scales))

const offOf = ({ discounts }: Discounted): number => sum((discounts ?? []).map(({ pence }) => pence))

/** Whole numbers, halves up. */
const halfUp = (numerator: number, denominator: number): number =>
  Math.floor((2 * numerator + denominator) / (2 * denominator))

const billedTotalOf = ({ lines, totals }: Order, drawn: ReadonlyMap<string, SomeLine>): number => {
  const netByRate = new Map([[totals.deliveryVatBasisPoints ?? 0, totals.deliveryChargePence ?? 0]])
  for (const { product_no, vatBasisPoints, netPence, discounts } of lines) {
    const line = drawn.get(product_no)
    const grams = line ? gramsOf(line) : null
    const weighed = halfUp((grams ?? 0) * (line?.pricePence ?? 0), 1_000)
    // The same part of it is off.
    const off = offOf({ discounts })
    const billed =
      grams === null ? netPence : weighed - (off === 0 ? 0 : halfUp(weighed * off, netPence + off))
    netByRate.set(vatBasisPoints, (netByRate.get(vatBasisPoints) ?? 0) + billed)
  }
  return sum([...netByRate].map(([rate, net]) => net + halfUp(net * rate, 10_000)))
}

let nextNo = 0
/** Bills the order with what came short and what was weighed. */
const invoice = async (orderNo: string, drawn: ReadonlyMap<string, SomeLine>, totalPence: number) => {
  nextNo += 1
  const cells = (read: (line: SomeLine) => string | number | null): string =>
    [...drawn]
      .flatMap(([product_no, line]) => (read(line) === null ? [] : [`${product_no}=${read(line)}`]))
      .join('|')
  const short = cells((line) => (line.short === 0 ? null : Math.min(line.short, line.quantity)))
  const weights = cells((line) => {
    const grams = gramsOf(line)
    return grams === null ? null : (grams / 1_000).toFixed(3)
  })
  const isCredited = [...drawn.values()].some((line) => line.short > 0 && gramsOf(line) === null)
  const row = [`W${nextNo}`, orderNo, DAY, short, weights, isCredited ? `C${nextNo}` : '', totalPence]
  const file = csv('invoice_no,order_no,day,short,weights,credit_note_no,totalPence', row.join(','))
  expect(await importCsv('invoices', file)).toMatchObject({ added: 1, refused: 0 })
  return { invoiceNo: `W${nextNo}`, isCredited, isWeighed: weights !== '' }
}

it('adds up to the penny: lines, charge and VAT = order, weighed = invoice − credit = history = statement', async () => {
  const met = { charged: 0, free: 0, weighed: 0, billedByWeight: 0, credited: 0, discounted: 0 }
  await fc.assert(
    fc.asyncProperty(someAccount, async ({ orders, ...terms }) => {
      const { place, tracked, found, listed, printed, statement } = await anAccount(terms)
      let owed = 0
      for (const each of orders) {
        const { order, drawn } = await place(each)
        const { netPence, deliveryChargePence = 0, vat, vatPence, totalPence } = order.totals
        for (const { product_no, quantity, netPence, discounts } of order.lines) {
          const fullPence = netPence + offOf({ discounts })
          expect(offOf({ discounts })).toBe(halfUp(fullPence * terms.offBasisPoints, 10_000))
          met.discounted += netPence < fullPence ? 1 : 0
          const { pricePence = 0, weightGrams = null } = drawn.get(product_no) ?? {}
          // In thousandths of a penny, which are whole: fractions would miss half a penny by a rounding error.
          const exact = quantity * pricePence * (weightGrams ?? 1_000)
          expect(Math.abs(fullPence * 1_000 - exact)).toBeLessThanOrEqual(500)
          if (weightGrams !== null) met.weighed += 1
        }
        expect(sum(order.lines.map((line) => line.netPence))).toBe(netPence)
        const isFree = terms.freeDeliveryPence === null || netPence >= terms.freeDeliveryPence
        expect(deliveryChargePence).toBe(isFree ? 0 : each.chargePence)
        met[isFree ? 'free' : 'charged'] += each.chargePence > 0 ? 1 : 0
        expect(sum(vat.map((rate) => rate.netPence))).toBe(netPence + deliveryChargePence)
        for (const { vatBasisPoints, netPence, vatPence } of vat)
          expect(Math.abs(vatPence * 10_000 - netPence * vatBasisPoints)).toBeLessThanOrEqual(5_000)
        expect(sum(vat.map((rate) => rate.vatPence))).toBe(vatPence)
        expect(netPence + deliveryChargePence + vatPence).toBe(totalPence)

        const invoiced = billedTotalOf(order, drawn)
        const { invoiceNo, isCredited, isWeighed } = await invoice(order.orderNo, drawn, invoiced)
        const after = await tracked(order.id)
        const billed = after.billedPence ?? Number.NaN
        expect(after).toMatchObject({ invoicedPence: invoiced, totals: { totalPence } })
        met.billedByWeight += isWeighed ? 1 : 0
        expect(await printed({ invoice_no: invoiceNo })).toContain(`Total ${moneyText(invoiced)}`)
        if (isCredited) {
          const credit = `Total credited ${moneyText(billed - invoiced)}`
          expect(await printed({ invoice_no: invoiceNo.replace('W', 'C') })).toContain(credit)
          met.credited += 1
        } else expect(billed).toBe(invoiced)
        const isNothing = [...drawn.values()].every(({ short, quantity }) => short >= quantity)
        if (isNothing) expect(billed).toBe(0)
        owed += billed
      }
      const { data, balancePence } = await listed()
      expect(balancePence).toBe(owed)
      const signs = { invoice: 1, credit_note: -1, delivery_note: 0 }
      expect(sum(data.map(({ kind, totalPence }) => signs[kind] * (totalPence ?? 0)))).toBe(owed)
      expect(sum((await found()).map(({ billedPence }) => billedPence ?? 0))).toBe(owed)
      expect(await statement()).toContain(`Balance ${moneyText(owed)}`)
    }),
    { numRuns: 12, examples: [[everyKind]] },
  )
  expect(Math.min(...Object.values(met))).toBeGreaterThan(0)
}, 120_000)
