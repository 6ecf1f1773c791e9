import { expect, test, vi } from 'vitest'
import { pictureSources } from '#domain/pictures.ts'
import { createPictureKeeper, deletePictures, readPicturesKept } from '#src/store/picture-cache.ts'
import { IMAGE_CACHE } from '#src/store/quota.ts'
import { answerPicture, isPicture } from '#sw/pictures.ts'
import { cacheStorage } from '#tests/support/cache-storage.ts'

const ORIGIN = 'https://trolly.example'
const addressOf = (product_no: string, width = 168): string =>
  `${ORIGIN}/pictures/${product_no}/v1/${width}.avif`

const aPicture = (bytes = 1_000): Response =>
  new Response(new Uint8Array(bytes), { headers: { 'content-type': 'image/avif' } })

/** A device with a connection, until `goOffline`. */
const aDevice = (bytesMax?: number) => {
  const caches = cacheStorage()
  const onTrouble = vi.fn()
  const keeper = createPictureKeeper({ caches, onTrouble, ...(bytesMax !== undefined && { bytesMax }) })
  const server = vi.fn(async () => aPicture())
  const ask = async (address: string): Promise<Response> => {
    const kept: Promise<unknown>[] = []
    const ports = { keeper, fetch: server, waitUntil: (work: Promise<unknown>) => void kept.push(work) }
    const reply = await answerPicture(new Request(address), ports)
    await Promise.all(kept)
    return reply
  }
  const goOffline = () => server.mockRejectedValue(new TypeError('Failed to fetch'))
  return { caches, keeper, server, ask, goOffline, onTrouble }
}

test('a picture that was seen is answered from the device, with or without a connection', async () => {
  const { ask, server, goOffline, caches } = aDevice()
  await ask(addressOf('A1'))
  await ask(addressOf('A1'))
  expect(server).toHaveBeenCalledTimes(1)
  goOffline()
  expect((await ask(addressOf('A1'))).headers.get('content-type')).toBe('image/avif')
  expect(await readPicturesKept(caches)).toEqual({ pictures: 1, bytes: 1_000 })
})

test('without a connection a page shows the row’s size where its own was never fetched', async () => {
  const { ask, goOffline } = aDevice()
  await ask(addressOf('A1'))
  goOffline()
  expect((await ask(addressOf('A1', 800))).status).toBe(200)
  expect((await ask(addressOf('B2', 800))).type).toBe('error')
})

test.each([
  ['a portal’s page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['a refusal', () => new Response('{}', { status: 404, headers: { 'content-type': 'application/json' } })],
])('%s is not kept as a picture', async (_, reply) => {
  const { ask, server, caches } = aDevice()
  server.mockImplementation(async () => reply())
  await ask(addressOf('A1'))
  expect(await readPicturesKept(caches)).toEqual({ pictures: 0, bytes: 0 })
})

test('the oldest go where the budget is used up, and the count stays right', async () => {
  const { ask, caches } = aDevice(10_000)
  for (let at = 1; at <= 11; at += 1) await ask(addressOf(`P${at}`))
  const cache = await caches.open(IMAGE_CACHE)
  for (const gone of ['P1', 'P2']) expect(await cache.match(addressOf(gone))).toBeUndefined()
  for (const kept of ['P3', 'P10', 'P11']) expect(await cache.match(addressOf(kept))).toBeDefined()
  expect(await readPicturesKept(caches)).toEqual({ pictures: 9, bytes: 9_000 })
})

test('pictures that arrive at once are all counted', async () => {
  const { ask, caches } = aDevice()
  await Promise.all(['A1', 'B2', 'C3'].map((code) => ask(addressOf(code))))
  expect(await readPicturesKept(caches)).toEqual({ pictures: 3, bytes: 3_000 })
})

test('deleting them deletes their count, and a full device drops them all', async () => {
  const { ask, caches, keeper, onTrouble } = aDevice()
  await ask(addressOf('A1'))
  await deletePictures(caches)
  expect(await readPicturesKept(caches)).toEqual({ pictures: 0, bytes: 0 })
  await ask(addressOf('A1'))
  const cache = await caches.open(IMAGE_CACHE)
  cache.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
  await keeper.keep(addressOf('B2'), aPicture())
  expect(await caches.has(IMAGE_CACHE)).toBe(false)
  expect(onTrouble).not.toHaveBeenCalled()
})

test('the addresses that pages ask for are pictures to the worker, and no others', () => {
  const { avif } = pictureSources({ product_no: 'A/1 ?', picture: 'v1' }) ?? { avif: '' }
  const first = avif.split(' ', 1)[0] ?? ''
  expect(first).toBe('/pictures/A%2F1%20%3F/v1/168.avif')
  expect(isPicture({ url: new URL(first, ORIGIN), sameOrigin: true })).toBe(true)
  expect(isPicture({ url: new URL('/api/pictures/x', ORIGIN), sameOrigin: true })).toBe(false)
  expect(isPicture({ url: new URL(first, 'https://other.example'), sameOrigin: false })).toBe(false)
})
