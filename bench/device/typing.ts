import type { Page } from '@playwright/test'
import type { Bench } from '#bench/harness/bench.ts'
import { fixedWork, SLOW_PHONE_ROUNDS } from '#bench/harness/calibration.ts'
import { slowPhoneRow } from '#bench/harness/row.ts'
import { median, percentile } from '#bench/harness/samples.ts'
import { installWatch, watchSearches } from './in-page.ts'
import { openPhone } from './phone.ts'
import { TYPED_WORDS } from './queries.ts'
import { startShopping } from './shopping.ts'
import { withTrollySite } from './trolly-site.ts'

const PRODUCTS = 40_000
/** Between two keys of a fast typist. */
const BETWEEN_KEYS_MS = 150
/** What the list may still draw after its first rows. */
const AFTER_WORD_MS = 600

/** Each letter of many words, typed offline: until its results are on screen. */
export const typing: Bench = {
  name: 'typing',
  area: 'device',
  run: (bench) =>
    withTrollySite(PRODUCTS, async ({ url }) => {
      const { context, page, slow, close } = await openPhone({ bench, baseURL: url })
      try {
        await context.addInitScript(installWatch)
        await context.addInitScript(watchSearches, 'section[aria-label="Products"]')
        const shop = await startShopping(page, PRODUCTS)
        await shop.startTrolly()
        await waitForIndex(page)
        await context.setOffline(true)
        await slow()
        const times = await typeWords(page, bench.quick ? TYPED_WORDS.slice(0, 3) : TYPED_WORDS)
        const works: number[] = []
        for (let round = 0; round < 5; round += 1)
          works.push(await page.evaluate(fixedWork, SLOW_PHONE_ROUNDS))
        return [
          slowPhoneRow({
            what: 'keystroke → local results on screen, 40,000 products, slow phone, p75',
            ms: percentile(times, 0.75),
            fixedWorkMs: median(works),
            good: 2,
            note: `${times.length} letters; p50 ${percentile(times, 0.5).toFixed(0)} ms, longest ${Math.max(...times).toFixed(0)} ms`,
          }),
        ]
      } finally {
        await close()
      }
    }),
}

/** The device has the list once all of it can be searched. */
export const waitForIndex = async (page: Page): Promise<void> => {
  await page.getByRole('combobox', { name: 'Search products' }).fill('a')
  await page.waitForFunction(isIndexComplete, undefined, { timeout: INDEX_MS, polling: 500 })
  await page.getByRole('combobox', { name: 'Search products' }).fill('')
}
const INDEX_MS = 120_000

/** Runs in the page, on the device's database, in the form of src/store/products/index-parts.ts. */
const isIndexComplete = async (): Promise<boolean> => {
  const found = (await indexedDB.databases()).find(({ name }) => name?.startsWith('trolly-user-'))
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(found?.name ?? '')
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
  const store = database.transaction('searchIndex').objectStore('searchIndex')
  const read = <Value>(reading: IDBRequest<Value>): Promise<Value> =>
    new Promise((resolve, reject) => {
      reading.onsuccess = () => resolve(reading.result)
      reading.onerror = () => reject(reading.error)
    })
  const [head, changed] = await Promise.all([
    read<{ value?: { builtThrough?: string | null } } | undefined>(store.get('head')),
    read(store.count(IDBKeyRange.bound('changed:', 'changed:\uffff'))),
  ])
  database.close()
  return head?.value?.builtThrough === null && changed === 0
}

const typeWords = async (page: Page, words: readonly string[]): Promise<number[]> => {
  const field = page.getByRole('combobox', { name: 'Search products' })
  const times: number[] = []
  for (const word of words) {
    await field.fill('')
    await field.focus()
    await page.waitForTimeout(AFTER_WORD_MS)
    for (const letter of word) {
      await page.keyboard.press(letter === ' ' ? 'Space' : letter)
      const { painted } = await page.evaluate(() => globalThis.trollyWatch.next())
      times.push(painted)
      await page.waitForTimeout(BETWEEN_KEYS_MS)
    }
  }
  return times
}
