import { expect, test } from 'vitest'
import type { Checkout } from '#domain/trollies/operation.ts'
import { differencesOf, type Orderable } from '#domain/trollies/review.ts'

const line = (product_no: string, quantity = 1, unitPricePence: number | null = 1_000) => ({
  product_no,
  quantity,
  unitPricePence,
})
const ASKED: Checkout = {
  kind: 'checkout',
  deliveryDay: '2026-11-24',
  lines: [line('A', 2), line('B')],
  totalPence: 3_000,
  confirmations: { ageRestricted: false, catchWeight: false },
}
const stands = (
  parts: Partial<Omit<Orderable, 'lines'>> & {
    lines?: (Checkout['lines'][number] & { isSold?: boolean })[]
  } = {},
): Orderable => ({
  deliveryDay: ASKED.deliveryDay,
  totalPence: ASKED.totalPence,
  ...parts,
  lines: (parts.lines ?? ASKED.lines).map((each) => ({ isSold: true, ...each })),
})
const rows = (now: Orderable, asked = ASKED) =>
  differencesOf(asked, now, (product_no) => `Product ${product_no}`).map(({ subject, was, now: is }) =>
    [subject, was, is].join(' | '),
  )

test('nothing differs if the trolly matches the order that was sent', () => {
  expect(rows(stands())).toEqual([])
})

test('added and removed lines and changed quantities and prices are listed with both values', () => {
  expect(rows(stands({ lines: [line('A', 3, 2_000), line('C', 4)], totalPence: 10_000 }))).toEqual([
    'Product B | 1 × | removed',
    'Product A | 2 × | 3 ×',
    'Product A | £10.00 | £20.00',
    'Product C |  | 4 × added',
    'Total | £30.00 | £100.00',
  ])
})

test('a product that is no longer sold is listed as such, not as unpriced', () => {
  const lines = [line('A', 2), { ...line('B', 1, null), isSold: false }]
  expect(rows(stands({ lines, totalPence: 2_000 }))).toEqual([
    'Product B |  | no longer sold',
    'Total | £30.00 | £20.00',
  ])
})

test('a line that had no price shows only the new price', () => {
  const unseen = { ...ASKED, lines: [line('A', 2, null)], totalPence: 0 }
  expect(rows(stands({ lines: [line('A', 2)], totalPence: 2_000 }), unseen)).toEqual([
    'Product A |  | £10.00',
    'Total |  | £20.00',
  ])
})

test('another day is listed, and so is a total that changed only in VAT', () => {
  expect(rows(stands({ deliveryDay: null, totalPence: 3_600 }))).toEqual([
    'Delivery day | Tue 24 Nov | none',
    'Total | £30.00 | £36.00',
  ])
})
