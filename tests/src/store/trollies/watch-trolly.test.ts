import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { BasketHead } from '#contract/trollies.ts'
import { laneOf } from '#domain/outbox/record.ts'
import { keepChoice, type OrderingFor, watchOrderingFor } from '#src/store/choice.ts'
import { headOf, putHead, putLine } from '#src/store/trollies/trollies.ts'
import { type ShownTrolly, type Watched, watchTrolly } from '#src/store/trollies/watch-trolly.ts'
import { openUserDatabase } from '#src/store/user-database.ts'
import { aCustomer, aHead, aRecord } from '#tests/support/signed-in.tsx'

const aLine = (product_no: string, quantity: number, version = 1) => ({
  ...{ product_no, quantity, version, removed: false, seenPricePence: 100 },
  addedAt: '2026-11-20T09:00:00.000Z',
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

const aDatabase = async () => {
  const database = openUserDatabase('someone', { indexedDB: new IDBFactory(), IDBKeyRange })
  onTestFinished(() => database.close())
  /** As a reply is stored: the answered change goes, its result comes. */
  const settle = (version: number, quantity: number) =>
    database.transaction('rw', [database.outbox, database.trollies, database.lines], async () => {
      await database.outbox.clear()
      await putHead(database, aHead({ id: 'T1', version }))
      await putLine(database, 'T1', aLine('101', quantity, version))
    })
  await settle(1, 2)
  return { database, settle }
}

const watching = (database: Awaited<ReturnType<typeof aDatabase>>['database']) => {
  const seen: number[] = []
  const stop = watchTrolly({ database, trollyId: 'T1' }, (watched: Watched<ShownTrolly | null>) => {
    if (watched.state === 'ready') seen.push(watched.value?.view.lines[0]?.quantity ?? Number.NaN)
  })
  onTestFinished(stop)
  return { seen, stop }
}

test('an answered change is neither shown twice nor missing for a moment', async () => {
  const { database, settle } = await aDatabase()
  const { seen } = watching(database)
  await vi.waitFor(() => expect(seen).toEqual([2]))
  for (let version = 2; version < 8; version += 1) {
    await database.outbox.add(ADD)
    await vi.waitFor(() => expect(seen.at(-1)).toBe(7))
    seen.length = 0
    await settle(version, 7)
    await vi.waitFor(() => expect(seen.length).toBeGreaterThan(0))
    expect(new Set(seen)).toEqual(new Set([7]))
    await settle(version, 2)
    await vi.waitFor(() => expect(seen.at(-1)).toBe(2))
  }
})

test('an older reply’s line is shown under a newer head', async () => {
  const { database } = await aDatabase()
  const { seen } = watching(database)
  await vi.waitFor(() => expect(seen).toEqual([2]))
  await database.transaction('rw', [database.trollies], () =>
    putHead(database, headOf(aHead({ id: 'T1', version: 9 }) as BasketHead)),
  )
  await database.transaction('rw', [database.trollies, database.lines], async () => {
    await putHead(database, aHead({ id: 'T1', version: 5 }))
    await putLine(database, 'T1', aLine('101', 6, 2))
  })
  await vi.waitFor(() => expect(seen.at(-1)).toBe(6))
  expect((await database.trollies.get('T1'))?.version).toBe(9)
})

test('a tap reads no lines, whoever listens', async () => {
  const { database } = await aDatabase()
  const { seen } = watching(database)
  const other = watching(database)
  await keepChoice(database, { customer: aCustomer(), deliveryDay: null, trollyId: 'T1' })
  const counts: (number | undefined)[] = []
  const stop = watchOrderingFor(database, (watched: Watched<OrderingFor | null>) => {
    if (watched.state === 'ready') counts.push(watched.value?.trolly?.lineCount)
  })
  onTestFinished(stop)
  await vi.waitFor(() => expect([seen.at(-1), other.seen.at(-1), counts.at(-1)]).toEqual([2, 2, 1]))
  const reads = vi.spyOn(database.lines, 'where')
  await database.outbox.add(ADD)
  await vi.waitFor(() => expect([seen.at(-1), other.seen.at(-1)]).toEqual([7, 7]))
  expect(reads).not.toHaveBeenCalled()
})

test('goes on for the others when one stops', async () => {
  const { database } = await aDatabase()
  const one = watching(database)
  const other = watching(database)
  await vi.waitFor(() => expect([one.seen, other.seen]).toEqual([[2], [2]]))
  one.stop()
  await database.outbox.add(ADD)
  await vi.waitFor(() => expect(other.seen.at(-1)).toBe(7))
  expect(one.seen).toEqual([2])
})
