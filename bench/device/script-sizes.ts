import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Page } from '@playwright/test'
import type { Bench } from '#bench/harness/bench.ts'
import type { Row } from '#bench/harness/row.ts'
import type { BuildRecord } from '#domain/builds.ts'
import { openPhone } from './phone.ts'
import { fillTrolly, startShopping } from './shopping.ts'
import { withTrollySite } from './trolly-site.ts'

const CLIENT = join(import.meta.dirname, '../../dist/client')
const PRODUCTS = 300
const KILOBYTE = 1000

/** What the browser fetches to show a page, each file at Brotli 11, and what each route adds. */
export const scriptSizes: Bench = {
  name: 'script-sizes',
  area: 'device',
  run: (bench) =>
    withTrollySite(PRODUCTS, async ({ url }) => {
      const phone = await openPhone({ bench, baseURL: url })
      try {
        const landing = await filesOf(phone.page, '/')
        const signIn = await filesOf(phone.page, '/auth/sign-in')
        const shop = await startShopping(phone.page, PRODUCTS)
        const id = await fillTrolly(shop, 3)
        const trolly = await filesOf(phone.page, `/orders/create-${id}`, () => isEditable(phone.page))
        return [
          sizeRow('JavaScript for the landing page', landing.scripts, 150),
          sizeRow('JavaScript for the sign-in page', signIn.scripts, 150),
          sizeRow('JavaScript to an open trolly, signed in', trolly.scripts, 230),
          largestRouteRow(),
          sizeRow('CSS for the landing page', landing.styles, 15),
        ]
      } finally {
        await phone.close()
      }
    }),
}

type Files = { scripts: string[]; styles: string[] }

/** What comes later, as sheets do, is not waited for. */
const isEditable = (page: Page): Promise<void> =>
  page.locator('[data-row] [data-row-target="quantity"]:enabled').first().waitFor()

const isIdle = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
}

/** Scripts (including a worker's) and styles that the page fetches until it is ready. */
const filesOf = async (page: Page, path: string, ready = () => isIdle(page)): Promise<Files> => {
  const files = { scripts: new Set<string>(), styles: new Set<string>() }
  const note = (request: { url: () => string; resourceType: () => string }): void => {
    const { pathname } = new URL(request.url())
    // The service worker's script, loaded after the page.
    if (pathname === '/sw.js') return
    if (request.resourceType() === 'script' || pathname.endsWith('.js')) files.scripts.add(pathname)
    if (request.resourceType() === 'stylesheet' || pathname.endsWith('.css')) files.styles.add(pathname)
  }
  page.on('request', note)
  await page.goto(path)
  await ready()
  page.off('request', note)
  if (files.scripts.size === 0) throw new Error(`${path} fetched no script`)
  return { scripts: [...files.scripts], styles: [...files.styles] }
}

const sizeRow = (what: string, paths: readonly string[], maxKilobytes: number): Row => ({
  what: `${what}, Brotli`,
  measured: { value: sum(paths.map(compressedBytes)) / KILOBYTE, unit: 'kB' },
  budget: { of: 'value', max: maxKilobytes },
  note: `${paths.length} files`,
})

/** A route's chunk and what only it loads. */
const largestRouteRow = (): Row => {
  const { chunks } = readRecord()
  const byFile = new Map(chunks.map((chunk) => [chunk.file, chunk]))
  const reach = (file: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(file)) return seen
    seen.add(file)
    for (const next of byFile.get(file)?.imports ?? []) reach(next, seen)
    return seen
  }
  const roots = chunks
    .filter(({ kind }) => kind !== 'shared')
    .map(({ file }) => ({ file, reached: reach(file) }))
  const routes = chunks.filter(({ module }) => module?.startsWith('src/screens/'))
  if (routes.length === 0) throw new Error('The build’s record knows no screen')
  const sizes = routes.map(({ file, module = '' }) => {
    const own = [...reach(file)].filter((part) =>
      roots.every((root) => root.file === file || !root.reached.has(part)),
    )
    return { module, bytes: sum(own.map((part) => compressedBytes(`/${part}`))) }
  })
  const largest = sizes.toSorted((one, other) => other.bytes - one.bytes)[0]
  return {
    what: 'a route’s own chunk, the largest, Brotli',
    measured: { value: (largest?.bytes ?? Number.NaN) / KILOBYTE, unit: 'kB' },
    budget: { of: 'value', max: 30 },
    note: `${largest?.module} of ${sizes.length}`,
  }
}

const readRecord = (): BuildRecord => {
  const { id } = JSON.parse(readFileSync(join(CLIENT, 'builds/latest.json'), 'utf8')) as { id: string }
  return JSON.parse(readFileSync(join(CLIENT, `builds/meta/${id}.json`), 'utf8')) as BuildRecord
}

const compressedBytes = (path: string): number => {
  const file = join(CLIENT, path)
  if (!existsSync(file)) throw new Error(`The page fetched ${path}, which is not in the build`)
  return brotliCompressSync(readFileSync(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
