import { renderHook } from '@testing-library/react'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openUserDatabase } from '#src/store/user-database.ts'
import { aHead } from '#tests/support/signed-in.tsx'

const aTrollyOf = async (lines: number) => {
  const database = openUserDatabase('someone', { indexedDB: new IDBFactory(), IDBKeyRange })
  onTestFinished(() => database.close())
  await database.trollies.put(aHead({ id: 'T1', priceListId: 'PUBS' }))
  await database.lines.bulkPut(
    Array.from({ length: lines }, (_, at) => ({
      trollyId: 'T1',
      product_no: String(1000 + at),
      quantity: 1,
      version: 1,
      removed: false,
      seenPricePence: 100,
      addedAt: '2026-11-20T09:00:00.000Z',
    })),
  )
  return database
}

test('what draws a long list is there before the list, so that its rows are not replaced later', async () => {
  // Another file may have loaded it.
  vi.resetModules()
  const { useVirtualRows, VIRTUAL_FROM } = await import('#src/ui/list/use-virtual-rows.ts')
  const { readAhead } = await import('#src/app/member/read-ahead.ts')
  const isVirtualizerHere = () => renderHook(() => useVirtualRows(false)).result.current.Rows !== undefined

  await readAhead(await aTrollyOf(VIRTUAL_FROM), '/orders/create-T1')
  expect(isVirtualizerHere()).toBe(false)
  await readAhead(await aTrollyOf(VIRTUAL_FROM + 1), '/orders/create-T1')
  expect(isVirtualizerHere()).toBe(true)
})
