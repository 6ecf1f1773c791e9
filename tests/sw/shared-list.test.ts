import { describe, expect, it, vi } from 'vitest'
import { LIST_FILE_BYTES_MAX } from '#domain/list-file.ts'
import { SHARED_LIST_KEY } from '#domain/shared-list.ts'
import { isSharedList, receiveSharedList } from '#sw/shared-list.ts'

const ADDRESS = 'https://trolly.example.com/orders?open=shared'

const share = async (parts: Record<string, string | File>) => {
  const body = new FormData()
  for (const [name, value] of Object.entries(parts)) body.set(name, value)
  const cache = new Map<string, Response>()
  const caches = {
    open: async () =>
      ({ put: async (key: string, reply: Response) => void cache.set(key, reply) }) as unknown as Cache,
  }
  const request = new Request(ADDRESS, { method: 'POST', body })
  const reply = await receiveSharedList(request, { caches, onTrouble: Promise.reject })
  return { reply, form: await cache.get(SHARED_LIST_KEY)?.formData() }
}

describe('what another app shares', () => {
  it('is kept, and leads to the page that takes it', async () => {
    const { reply, form } = await share({ title: 'Order', text: '10234 6', url: '' })
    expect([reply.status, reply.headers.get('location')]).toEqual([303, ADDRESS])
    expect(form?.get('text')).toBe('10234 6')
    expect(form?.get('list')).toBeNull()
  })

  it('keeps a file’s name, and no more of it than a page needs to refuse it', async () => {
    const { form } = await share({ list: new File(['1'.repeat(2_000_000)], 'naïve.csv') })
    const file = form?.get('list') as File
    expect([file.name, file.size]).toEqual(['naïve.csv', LIST_FILE_BYTES_MAX + 1])
  })

  it('that cannot be kept is reported, and the page opens all the same', async () => {
    const onTrouble = vi.fn()
    const full = { open: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) }
    const request = new Request(ADDRESS, { method: 'POST', body: new FormData() })
    expect((await receiveSharedList(request, { caches: full, onTrouble })).status).toBe(303)
    expect(onTrouble).toHaveBeenCalledWith(expect.any(DOMException))
  })
})

it.each([
  [ADDRESS, true],
  ['https://trolly.example.com/orders', false],
  ['https://trolly.example.com/api/orders?open=shared', false],
])('a form posted to %s is such a list: %s', (address, expected) =>
  expect(isSharedList({ url: new URL(address), sameOrigin: true })).toBe(expected),
)
