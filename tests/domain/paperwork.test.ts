import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AccountEntry, isOverdue, owedOf, statementOf } from '#domain/paperwork/account.ts'
import {
  type Bill,
  type BilledCharge,
  type BilledLine,
  billedLineOf,
  billOf,
} from '#domain/paperwork/bill.ts'
import { creditOf, shortageOf } from '#domain/paperwork/credit.ts'
import { deliveryNoteNo, orderNoOfDeliveryNote } from '#domain/paperwork/documents.ts'
import { totalsOfNetLines } from '#domain/totals.ts'

const RATES = [0, 500, 2000]

type DeliveredLine = Omit<BilledLine, 'ordered'> & { deliveredQuantity: number }

/** Lines of an order: items cost quantity × price, those by weight any amount. */
const lines: fc.Arbitrary<DeliveredLine[]> = fc
  .array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 999 }),
      short: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.double({ min: 0, max: 1, noNaN: true })),
      unitPricePence: fc.integer({ min: 0, max: 200_000 }),
      vatBasisPoints: fc.constantFrom(...RATES),
      catchWeight: fc.boolean(),
      estimated: fc.integer({ min: 0, max: 5_000_000 }),
      deliveredWeightGrams: fc.oneof(fc.constant(null), fc.integer({ min: 1, max: 9_999_999 })),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((all) =>
    all.map(({ short, estimated, deliveredWeightGrams, ...line }, position) => {
      const deliveredQuantity = line.quantity - Math.round(line.quantity * short)
      return {
        ...line,
        position,
        product_no: `P${position}`,
        name: '',
        pack: '',
        deliveredQuantity,
        deliveredWeightGrams: line.catchWeight && deliveredQuantity > 0 ? deliveredWeightGrams : null,
        netPence: line.catchWeight ? estimated : line.quantity * line.unitPricePence,
      }
    }),
  )

const charge: fc.Arbitrary<BilledCharge> = fc.record({
  deliveryChargePence: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 10_000 })),
  deliveryVatBasisPoints: fc.constantFrom(...RATES),
})

const orderTotalOf = (
  ordered: readonly BilledLine[],
  { deliveryChargePence, deliveryVatBasisPoints }: BilledCharge,
) =>
  totalsOfNetLines([
    ...ordered,
    { netPence: deliveryChargePence, vatBasisPoints: deliveryVatBasisPoints ?? 0, catchWeight: false },
  ]).totalPence

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
const partsOf = ({ lines: billed, deliveryChargePence, vat }: Bill): number =>
  sum(billed.map(({ netPence }) => netPence)) + deliveryChargePence + sum(vat.map(({ vatPence }) => vatPence))

const entry = (fields: Partial<AccountEntry> & Pick<AccountEntry, 'kind' | 'no'>): AccountEntry => ({
  day: '2026-11-02',
  amountPence: 0,
  dueDay: null,
  invoiceNo: null,
  ...fields,
})

describe('an invoice', () => {
  it('matches its order to the penny: lines, delivery charge and VAT', () => {
    fc.assert(
      fc.property(lines, charge, (ordered, charged) => {
        const bill = billOf(ordered, charged)
        expect(bill.totalPence).toBe(orderTotalOf(ordered, charged))
        expect(partsOf(bill)).toBe(bill.totalPence)
      }),
    )
  })

  it('bills weighed lines by the gram, others as ordered, and credits what is missing of those alone', () => {
    fc.assert(
      fc.property(lines, charge, (ordered, charged) => {
        const billed = ordered.map(billedLineOf)
        const bill = billOf(billed, charged)
        expect(bill.totalPence).toBe(orderTotalOf(billed, charged))
        expect(partsOf(bill)).toBe(bill.totalPence)
        const shortage = shortageOf(billed)
        for (const [at, line] of ordered.entries()) {
          const { deliveredWeightGrams: grams = null, unitPricePence, position } = line
          const netPence = billed[at]?.netPence ?? Number.NaN
          if (grams === null) expect(netPence).toBe(line.netPence)
          else {
            // In thousandths of a penny, which are whole.
            const above = netPence * 1_000 - grams * unitPricePence
            expect(above > -500 && above <= 500).toBe(true)
            expect(shortage?.quantities.has(position) ?? false).toBe(false)
          }
        }
        const note = shortage && creditOf(bill, [], shortage)
        expect(note ? partsOf(note) : 0).toBe(note?.totalPence ?? 0)
        expect(note?.totalPence ?? 0).toBeLessThanOrEqual(bill.totalPence)
      }),
    )
  })
})

describe('credit notes', () => {
  it('reverse their invoice to the penny, however many there are', () => {
    fc.assert(
      fc.property(
        lines,
        charge,
        fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 30 }),
        (ordered, charged, steps) => {
          const invoice = billOf(ordered, charged)
          const left = new Map(invoice.lines.map(({ position, quantity }) => [position, quantity]))
          const notes: Bill[] = []
          const credit = (quantities: Map<number, number>, deliveryCharge: boolean): void => {
            const note = creditOf(invoice, notes, { quantities, deliveryCharge })
            expect(partsOf(note)).toBe(note.totalPence)
            expect(note.totalPence).toBeGreaterThanOrEqual(0)
            for (const [position, quantity] of quantities)
              left.set(position, (left.get(position) ?? 0) - quantity)
            notes.push(note)
          }
          for (const [at, step] of steps.entries()) {
            const position = at % invoice.lines.length
            credit(new Map([[position, Math.min(step, left.get(position) ?? 0)]]), at === 2)
          }
          credit(new Map(left), true)
          expect(sum(notes.map(({ totalPence }) => totalPence))).toBe(invoice.totalPence)
          expect(sum(notes.map(({ vatPence }) => vatPence))).toBe(invoice.vatPence)
        },
      ),
    )
  })

  it('for shortages leave the price of an order of the delivered quantities', () => {
    fc.assert(
      fc.property(lines, charge, (ordered, charged) => {
        const priced = ordered.map((line) => ({ ...line, netPence: line.quantity * line.unitPricePence }))
        const shortage = shortageOf(priced)
        const invoice = billOf(priced, charged)
        const note = shortage && creditOf(invoice, [], shortage)
        const came = priced.map(({ deliveredQuantity, ...line }) => ({
          ...line,
          quantity: deliveredQuantity,
          netPence: deliveredQuantity * line.unitPricePence,
        }))
        const nothingCame = came.every(({ quantity }) => quantity === 0)
        const left = invoice.totalPence - (note?.totalPence ?? 0)
        expect(left).toBe(nothingCame ? 0 : orderTotalOf(came, charged))
      }),
    )
  })

  it('are not made for undelivered lines', () => {
    expect(shortageOf([{ position: 0, quantity: 4, deliveredQuantity: null }])).toBeUndefined()
  })

  it('never credit more than was billed', () => {
    const invoice = billOf([
      {
        position: 3,
        product_no: 'A',
        name: '',
        pack: '',
        quantity: 2,
        unitPricePence: 5,
        vatBasisPoints: 0,
        netPence: 10,
        catchWeight: false,
      },
    ])
    const first = creditOf(invoice, [], { quantities: new Map([[3, 1]]) })
    expect(first.totalPence).toBe(5)
    expect(() => creditOf(invoice, [first], { quantities: new Map([[3, 2]]) })).toThrow(RangeError)
  })
})

describe('a statement', () => {
  const DAYS = ['2026-10-31', '2026-11-01', '2026-11-15', '2026-11-30', '2026-12-01']

  it('matches the invoices, credit notes and payments of orders to the penny', () => {
    const bought = fc.array(fc.tuple(lines, charge, fc.constantFrom(...DAYS), fc.boolean()), { maxLength: 8 })
    const paid = fc.array(fc.tuple(fc.constantFrom(...DAYS), fc.integer({ min: 1, max: 500_000 })), {
      maxLength: 5,
    })
    fc.assert(
      fc.property(bought, paid, (orders, payments) => {
        const bills = orders.map(([ordered, charged, day, isCredited], at) => {
          const invoice = billOf(ordered, charged)
          const [line] = invoice.lines
          const note =
            isCredited && line
              ? creditOf(invoice, [], { quantities: new Map([[line.position, line.quantity]]) })
              : null
          return { no: `I${at}`, day, invoice, note }
        })
        const entries = [
          ...bills.flatMap(({ no, day, invoice, note }) => [
            entry({ kind: 'invoice', no, day, dueDay: day, amountPence: invoice.totalPence }),
            ...(note
              ? [
                  entry({
                    kind: 'credit_note',
                    no: `C${no}`,
                    day,
                    invoiceNo: no,
                    amountPence: note.totalPence,
                  }),
                ]
              : []),
          ]),
          ...payments.map(([day, amountPence], at) =>
            entry({ kind: 'payment', no: `P${at}`, day, amountPence }),
          ),
        ]
        const of = (kept: (day: string) => boolean): number =>
          sum(
            bills
              .filter(({ day }) => kept(day))
              .map(({ invoice, note }) => invoice.totalPence - (note?.totalPence ?? 0)),
          ) - sum(payments.filter(([day]) => kept(day)).map(([, pence]) => pence))
        const november = statementOf(entries, '2026-11-01', '2026-11-30')
        expect(november.openingPence).toBe(of((day) => day < '2026-11'))
        expect(november.closingPence).toBe(of((day) => day < '2026-12'))
        expect(
          november.openingPence + november.invoicedPence - november.creditedPence - november.paidPence,
        ).toBe(november.closingPence)
        expect(november.rows.at(-1)?.balancePence ?? november.openingPence).toBe(november.closingPence)
        expect(statementOf(entries, '2026-12-01', '2026-12-31').openingPence).toBe(november.closingPence)

        const owed = sum([...owedOf(entries).values()])
        expect(owed).toBe(
          Math.max(
            owed,
            of(() => true),
          ),
        )
      }),
    )
  })
})

describe('the amount owed', () => {
  const invoice = (no: string, day: string, amountPence: number) =>
    entry({ kind: 'invoice', no, day, dueDay: day, amountPence })

  it('is reduced by the invoice’s credit notes, then by payments, oldest invoice first', () => {
    const entries = [
      invoice('I2', '2026-11-09', 5000),
      invoice('I1', '2026-11-02', 3000),
      entry({ kind: 'credit_note', no: 'C1', invoiceNo: 'I2', amountPence: 1000 }),
      entry({ kind: 'payment', no: 'P1', amountPence: 3500 }),
    ]
    expect([...owedOf(entries)].toSorted()).toEqual([
      ['I1', 0],
      ['I2', 3500],
    ])
  })

  it('is overdue from the day after the due date', () => {
    expect(isOverdue(1, '2026-11-30', '2026-11-30')).toBe(false)
    expect(isOverdue(1, '2026-11-30', '2026-12-01')).toBe(true)
    expect(isOverdue(0, '2026-11-30', '2026-12-01')).toBe(false)
    expect(isOverdue(1, null, '2026-12-01')).toBe(false)
  })
})

it('numbers delivery notes after their orders', () => {
  expect(orderNoOfDeliveryNote(deliveryNoteNo(100_234))).toBe(100_234)
  expect(orderNoOfDeliveryNote('INV500001')).toBeUndefined()
})
