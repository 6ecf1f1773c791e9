import type { CDPSession, Page } from '@playwright/test'
import type { Bench } from '#bench/harness/bench.ts'
import { openPhone } from './phone.ts'
import { startShopping } from './shopping.ts'
import { withTrollySite } from './trolly-site.ts'
import { waitForIndex } from './typing.ts'

const PRODUCTS = 12_000
const MEGABYTE = 1_000_000

/** The size of 12,000 products with prices: in the worker's memory and in the device's storage. */
export const assortmentSize: Bench = {
  name: 'assortment-size',
  area: 'device',
  run: (bench) =>
    withTrollySite(PRODUCTS, async ({ url }) => {
      const { context, page, close } = await openPhone({ bench, baseURL: url })
      try {
        const session = await context.newCDPSession(page)
        const worker = watchWorker(session)
        const shop = await startShopping(page, PRODUCTS)
        await shop.startTrolly()
        await waitForIndex(page)
        const heapBytes = await (await worker).heapBytes()
        const storedBytes = await readStoredBytes(page)
        return [
          {
            what: 'heap of the search worker, 12,000 products with prices',
            measured: { value: heapBytes / MEGABYTE, unit: 'MB' },
            budget: { of: 'value', max: 40 },
            note: 'all of the worker’s heap, after a collection',
          },
          {
            what: 'the device’s database, 12,000 products with prices and their index',
            measured: { value: storedBytes / MEGABYTE, unit: 'MB' },
            budget: { of: 'value', max: 30 },
            note: 'as the browser estimates it',
          },
        ]
      } finally {
        await close()
      }
    }),
}

/** A connection to the page's worker of that name; its messages go through the page's session. */
const watchWorker = (session: CDPSession): Promise<{ heapBytes: () => Promise<number> }> =>
  new Promise((resolve, reject) => {
    session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      // Another worker downloads the list.
      if (targetInfo.type !== 'worker' || !targetInfo.url.includes('product-search')) return
      const ask = createAsk(session, sessionId)
      resolve({
        heapBytes: async () => {
          await ask('HeapProfiler.enable')
          await ask('HeapProfiler.collectGarbage')
          // Typed arrays are outside the heap that V8 counts, and make up most of the index.
          const { usedSize, backingStorageSize } = (await ask('Runtime.getHeapUsage')) as {
            usedSize: number
            backingStorageSize?: number
          }
          if (backingStorageSize === undefined) throw new Error('The browser does not count typed arrays')
          return usedSize + backingStorageSize
        },
      })
    })
    session
      .send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false })
      .catch(reject)
  })

const createAsk = (session: CDPSession, sessionId: string) => {
  let lastId = 0
  const waiting = new Map<number, (reply: { result?: unknown; error?: { message: string } }) => void>()
  session.on('Target.receivedMessageFromTarget', (event) => {
    if (event.sessionId !== sessionId) return
    const reply = JSON.parse(event.message)
    waiting.get(reply.id)?.(reply)
    waiting.delete(reply.id)
  })
  return async (method: string): Promise<unknown> => {
    lastId += 1
    const id = lastId
    const reply = new Promise<{ result?: unknown; error?: { message: string } }>((resolve) => {
      waiting.set(id, resolve)
    })
    await session.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id, method, params: {} }),
    })
    const { result, error } = await reply
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
}

const readStoredBytes = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { usageDetails } = (await navigator.storage.estimate()) as {
      usageDetails?: { indexedDB?: number }
    }
    if (usageDetails?.indexedDB === undefined) throw new Error('The browser tells no figure for IndexedDB')
    return usageDetails.indexedDB
  })
