import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, onTestFinished, test, vi } from 'vitest'
import { FAVOURITES_LANE } from '#domain/favourites.ts'
import type { PictureSources } from '#domain/pictures.ts'
import { fetchPicturesAhead } from '#src/device/pictures-ahead.ts'
import { IMAGE_CACHE } from '#src/store/quota.ts'
import { openUserDatabase } from '#src/store/user-database.ts'
import { cacheStorage } from '#tests/support/cache-storage.ts'
import { aProduct } from '#tests/support/signed-in.tsx'

const codesOf = (load: { mock: { calls: unknown[][] } }): string[] =>
  load.mock.calls.map(([picture]) => (picture as PictureSources).webp.split('/')[2] ?? '').sort()

/** A trolly's line, a favourite and a template's item, and products that are nobody's. @param version differs in each test, as a page tries each once */
const aDevice = async (version: string) => {
  const database = openUserDatabase('someone', { indexedDB: new IDBFactory(), IDBKeyRange })
  onTestFinished(() => database.close())
  const codes = ['LINE', 'STAR', 'SHELF', 'OTHER']
  await database.products.bulkPut(codes.map((product_no) => aProduct({ product_no, picture: version })))
  await database.products.put(aProduct({ product_no: 'PLAIN', picture: '' }))
  for (const product_no of ['LINE', 'PLAIN'])
    await database.lines.put({
      trollyId: 'T1',
      product_no,
      quantity: 2,
      version: 1,
      removed: false,
      seenPricePence: 900,
      addedAt: '',
    })
  await database.rows.put({ lane: FAVOURITES_LANE, id: 'STAR', value: { product_no: 'STAR' } })
  await database.templateItems.put({ templateId: 'S1', product_no: 'SHELF' } as never)
  const load = vi.fn(async () => {})
  const ports = { database, caches: cacheStorage(), isWelcome: () => true, load }
  return { ports, load }
}

test('pictures of a person’s own products are fetched once, and no others', async () => {
  const { ports, load } = await aDevice('v1')
  await fetchPicturesAhead(ports)
  expect(codesOf(load)).toEqual(['LINE', 'SHELF', 'STAR'])
  await fetchPicturesAhead(ports)
  expect(load).toHaveBeenCalledTimes(3)
})

test('what the device has already, in whichever format, is not fetched again', async () => {
  const { ports, load } = await aDevice('v2')
  const cache = await ports.caches.open(IMAGE_CACHE)
  await cache.put('/pictures/LINE/v2/168.webp', new Response('x'))
  await cache.put('/pictures/STAR/v2/168.avif', new Response('x'))
  await fetchPicturesAhead(ports)
  expect(codesOf(load)).toEqual(['SHELF'])
})

test('nothing is fetched while a person saves data, and a pass ends when the connection does', async () => {
  const { ports, load } = await aDevice('v3')
  await fetchPicturesAhead({ ...ports, isWelcome: () => false })
  expect(load).not.toHaveBeenCalled()
  await fetchPicturesAhead({ ...ports, isWelcome: () => load.mock.calls.length === 0 })
  expect(load).toHaveBeenCalledTimes(2)
  await fetchPicturesAhead(ports)
  expect(load).toHaveBeenCalledTimes(3)
})
