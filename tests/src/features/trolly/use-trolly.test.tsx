import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { laneOf } from '#domain/outbox/record.ts'
import type { TrollyLine } from '#domain/trolly.ts'
import { type OpenTrolly, useTrolly } from '#src/features/trolly/use-trolly.ts'
import { putHead, putLine, putProducts } from '#src/store/trollies/trollies.ts'
import { aHead, aProduct, aRecord, aTestDevice, renderOn } from '#tests/support/signed-in.tsx'

const aLine = (product_no: string, quantity: number, version = 1): TrollyLine => ({
  ...{ product_no, quantity, version, removed: false, seenPricePence: 100 },
  addedAt: `2026-11-20T09:00:00.${product_no}Z`,
})

const ADD = aRecord({
  lane: laneOf('trolly', 'T1'),
  operation: {
    kind: 'add',
    product_no: '101',
    quantity: 5,
    toPresent: true,
    seenPricePence: 100,
    addedAt: '',
  },
})

const aShownTrolly = async () => {
  const device = aTestDevice()
  const { database } = device.user
  const products = ['101', '102', '103'].map((product_no) => ({
    ...aProduct({ product_no, name: `Product ${product_no}` }),
    pricePence: 250,
  }))
  const tell = (told: typeof products) =>
    database.transaction('rw', [database.products, database.prices, database.searchIndex], () =>
      putProducts(database, 'PUBS', told),
    )
  await tell(products)
  const seen: OpenTrolly[] = []
  function Shown() {
    const { value } = useTrolly('T1')
    if (value) seen.push(value)
    return value === null ? <p>None</p> : null
  }
  renderOn(device, <Shown />)
  const rows = () => seen.at(-1)?.rows.map(({ line, product }) => [product?.name, line.quantity])
  const quantities = () => seen.map((trolly) => trolly.rows[0]?.line.quantity)
  /** Stored like a reply: the answered change goes, its result comes. */
  const settle = (version: number, ...lines: TrollyLine[]) =>
    database.transaction('rw', [database.outbox, database.trollies, database.lines], async () => {
      await database.outbox.clear()
      await putHead(database, aHead({ id: 'T1', version }))
      for (const line of lines) await putLine(database, 'T1', line)
    })
  return { database, products, tell, seen, rows, quantities, settle }
}

const eventually = (check: () => void) => act(() => vi.waitFor(check, { timeout: 8_000 }))

test('reports a missing trolly, and shows it once it exists', async () => {
  const { rows, settle } = await aShownTrolly()
  await screen.findByText('None')
  await settle(1, aLine('101', 2))
  await eventually(() => expect(rows()).toEqual([['Product 101', 2]]))
})

test('never shows a new line without its product', async () => {
  const { seen, rows, settle } = await aShownTrolly()
  await settle(1, aLine('101', 2))
  await eventually(() => expect(rows()).toEqual([['Product 101', 2]]))
  await settle(2, aLine('102', 1))
  await eventually(() => expect(rows()).toHaveLength(2))
  expect(seen.flatMap((trolly) => trolly.rows).every(({ product }) => product !== null)).toBe(true)
})

test('reuses the rows that have not changed', async () => {
  const { seen, rows, settle } = await aShownTrolly()
  await settle(1, aLine('101', 2), aLine('102', 1))
  await eventually(() => expect(rows()).toHaveLength(2))
  const before = seen.at(-1)?.rows
  await settle(2, aLine('102', 5, 2))
  await eventually(() => expect(rows()?.[1]).toEqual(['Product 102', 5]))
  expect(seen.at(-1)?.rows[0]).toBe(before?.[0])
  expect(seen.at(-1)?.rows[1]).not.toBe(before?.[1])
})

test('follows a price change', async () => {
  const { seen, settle, tell, products } = await aShownTrolly()
  await settle(1, aLine('101', 2))
  await eventually(() => expect(seen.at(-1)?.totals.netPence).toBe(500))
  await tell(products.map((product) => ({ ...product, pricePence: 300 })))
  await eventually(() => expect(seen.at(-1)?.totals.netPence).toBe(600))
})

test('an answered change is neither shown twice nor missing for a moment', async () => {
  const { database, seen, quantities, settle } = await aShownTrolly()
  await settle(1, aLine('101', 2))
  await eventually(() => expect(quantities().at(-1)).toBe(2))
  for (let version = 2; version < 8; version += 1) {
    await database.outbox.add(ADD)
    await eventually(() => expect(quantities().at(-1)).toBe(7))
    seen.length = 0
    await settle(version, aLine('101', 7, version))
    await eventually(() => expect(seen.at(-1)?.queue).toEqual([]))
    expect(new Set(quantities())).toEqual(new Set([7]))
    await settle(version, aLine('101', 2, version))
    await eventually(() => expect(quantities().at(-1)).toBe(2))
  }
})

test('an older reply’s line is shown under a newer head', async () => {
  const { database, quantities, settle } = await aShownTrolly()
  await settle(1, aLine('101', 2))
  await eventually(() => expect(quantities().at(-1)).toBe(2))
  await putHead(database, aHead({ id: 'T1', version: 9 }))
  await settle(5, aLine('101', 6, 2))
  await eventually(() => expect(quantities().at(-1)).toBe(6))
  expect((await database.trollies.get('T1'))?.version).toBe(9)
})

test('a tap reads no products', async () => {
  const { database, quantities, settle } = await aShownTrolly()
  await settle(1, aLine('101', 2))
  await eventually(() => expect(quantities().at(-1)).toBe(2))
  const reads = vi.spyOn(database.products, 'bulkGet')
  await database.outbox.add(ADD)
  await eventually(() => expect(quantities().at(-1)).toBe(7))
  expect(reads).not.toHaveBeenCalled()
})
