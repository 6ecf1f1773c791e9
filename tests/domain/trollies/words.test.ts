import { describe, expect, test } from 'vitest'
import { countText } from '#domain/plain-text.ts'
import type { Operation } from '#domain/trollies/operation.ts'
import { operationText, titlesApart, trollyTitle } from '#domain/trollies/words.ts'

const nameOf = (product_no: string): string => ({ A1: 'Chicken Thighs 2.5 kg' })[product_no] ?? product_no
const line = { product_no: 'A1', seenPricePence: 900, addedAt: '2026-11-20T09:00:00.000Z' }
const details = { deliveryDay: '2026-11-24', poNumber: '', instructions: '' }

const NOW = new Date('2026-11-20T09:00:00.000Z')

const TEXTS: [Operation, string][] = [
  [{ kind: 'add', ...line, quantity: 2, toPresent: false }, 'Add 2 × Chicken Thighs 2.5 kg'],
  [{ kind: 'set', ...line, quantity: 4 }, 'Set Chicken Thighs 2.5 kg to 4'],
  [{ kind: 'remove', product_no: 'A1' }, 'Remove Chicken Thighs 2.5 kg'],
  [{ kind: 'remove', product_no: 'B2' }, 'Remove B2'],
  [
    {
      kind: 'create',
      trollyId: '',
      customerId: '',
      priceListId: '',
      createdAt: '',
      details,
    },
    'Start a trolly for Tue 24 Nov',
  ],
  [{ kind: 'details', changes: { deliveryDay: '2026-11-25' } }, 'Change: delivery day Wed 25 Nov'],
  [
    { kind: 'details', changes: { poNumber: 'PO 7', instructions: 'Back door' } },
    'Change: purchase order number PO 7, instructions “Back door”',
  ],
  [{ kind: 'details', changes: { poNumber: '' } }, 'Change: purchase order number none'],
  [{ kind: 'delete' }, 'Delete the trolly'],
  [
    {
      kind: 'checkout',
      deliveryDay: '2026-11-24',
      lines: [{ product_no: 'A1', quantity: 1, unitPricePence: 900 }],
      totalPence: 123_456,
      confirmations: { ageRestricted: false, catchWeight: false },
    },
    'Place the order: 1 line, £1,234.56',
  ],
  [
    {
      kind: 'checkout',
      deliveryDay: '2026-11-24',
      lines: [{ product_no: 'A1', quantity: 1, unitPricePence: null }],
      totalPence: 0,
      confirmations: { ageRestricted: false, catchWeight: false },
    },
    'Place the order: 1 line',
  ],
]

test.each(TEXTS)('%j reads “%s”', (operation, text) => {
  expect(operationText(operation, nameOf)).toBe(text)
})

test('a trolly is named after its day', () => {
  expect(trollyTitle({ deliveryDay: '2026-11-24' }, NOW)).toBe('Trolly for Tue 24 Nov')
  expect(trollyTitle({ deliveryDay: '2027-01-01' }, NOW)).toBe('Trolly for Fri 1 Jan 2027')
  expect(trollyTitle({ deliveryDay: null }, NOW)).toBe('No delivery day yet')
})

describe('titles in a list of trollies', () => {
  const titles = (...trollies: [title: string, ...marks: string[]][]) => [
    ...titlesApart(trollies.map(([title, ...marks], at) => ({ id: `T${at}`, title, marks }))).values(),
  ]

  test('are used alone if they are unique', () => {
    expect(titles(['Tue', 'Inn', 'PO 1'], ['Wed', 'Inn', 'PO 2'])).toEqual(['Tue', 'Wed'])
  })

  test('get the first details that tell them apart, and none they share', () => {
    expect(titles(['Tue', 'Inn', 'PO 1', 'Rice'], ['Tue', 'Inn', '', 'Beans'], ['Wed', 'Inn'])).toEqual([
      'Tue, PO 1',
      'Tue',
      'Wed',
    ])
    expect(
      titles(['Tue', 'Inn', '', 'Rice'], ['Tue', 'Bar', '', 'Rice'], ['Tue', 'Bar', '', 'Beans']),
    ).toEqual(['Tue, Inn', 'Tue, Bar, Rice', 'Tue, Bar, Beans'])
  })
})

test('the singular is used for one only', () => {
  expect([1, 0, 2].map((count) => countText(count, 'trolly', 'trollies'))).toEqual([
    '1 trolly',
    '0 trollies',
    '2 trollies',
  ])
})
