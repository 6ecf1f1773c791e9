import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { BuildChunk } from '#domain/builds.ts'
import { chunksOf, firstBuild } from '#e2e/support/builds.ts'
import { holdScripts } from '#e2e/support/held-scripts.ts'
import { expect, test } from '#e2e/support/site-test.ts'

// How much script a page costs, as sent: in few files, and none of another page.

const LANDING = 'src/screens/index.tsx'
const SIGNED_IN = ['src/app/member/member.ts']
const TROLLY = 'src/screens/orders/create.tsx'
/** Comes after the page, which does not wait for its worker. */
const WORKER_LIBRARY = 'node_modules/workbox-window/build/workbox-window.prod.es5.mjs'
/** Asks for the browser's suggestions once the page is idle. */
const PASSKEYS = 'src/features/session/passkeys/ask-for-passkey.ts'
/** Needed in few places only: an animation player, a chart, and the in-memory database for browsers without one. */
const ON_DEMAND = /lottie|page-not-found|fake-indexeddb|stacked-bars/

const KB = 1000

test('the landing page loads a handful of files and nothing of any other route', async ({ page, trolly }) => {
  const loaded = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/assets/') && pathname.endsWith('.js')) loaded.add(pathname.slice(1))
  })
  await page.goto(trolly.url)
  await expect(page.locator('[data-rendered]')).toHaveCount(0)
  // The worker starts last: once it has installed, nothing else is to come.
  await workerHasInstalled(page)
  await page.waitForLoadState('networkidle')

  const chunks = await chunksOf(firstBuild)
  const late = chunks.filter(({ kind, file }) => kind === 'lazy' && loaded.has(file))
  expect(late.map(({ module }) => module).toSorted()).toEqual([WORKER_LIBRARY, PASSKEYS, LANDING])
  expect(filesOf(chunks, [LANDING]).size).toBeLessThanOrEqual(6)
  expect(loaded).toEqual(filesOf(chunks, [LANDING, PASSKEYS, WORKER_LIBRARY]))
  expect(await sentBytes(loaded)).toBeLessThan(150 * KB)
})

test('a visitor can read and type before any script has loaded, and keeps what they typed', async ({
  page,
  trolly,
}) => {
  const letThrough = await holdScripts(page)
  await page.goto(trolly.url, { waitUntil: 'commit' })
  await expect(page.getByText('Works without signal')).toBeVisible()
  // A frame is drawn only once the style sheets have come.
  await page.evaluate(() => new Promise(requestAnimationFrame))
  const before = await page.locator('h1').boundingBox()
  await page.getByLabel('E-mail').fill('chef@example.com')
  await page.getByLabel('Password', { exact: true }).fill('secret')

  letThrough()
  await expect(page.locator('[data-rendered]')).toHaveCount(0)
  expect(page.url()).toBe(`${trolly.url}/`)
  await expect(page.getByLabel('E-mail')).toHaveValue('chef@example.com')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('secret')
  expect(await page.locator('h1').boundingBox()).toEqual(before)
  await workerHasInstalled(page)
})

test.describe('scripts that never load', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })
  test('the page says so and offers to try again', { tag: '@long' }, async ({ page, trolly }) => {
    await page.route('**/assets/index-*', (route) => route.abort())
    await page.goto(trolly.url)
    await expect(page.getByRole('alert')).toContainText('Trolly could not be loaded')
    await expect(page.getByText('Works without signal')).toBeHidden()
    expect((await page.getByRole('button', { name: 'Try again' }).boundingBox())?.height).toBeGreaterThan(43)
    await page.unroute('**/assets/index-*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.locator('[data-rendered]')).toHaveCount(0)
    await expect(page.getByLabel('E-mail')).toBeVisible()
    await workerHasInstalled(page)
  })
})

test('everything a signed-in user loads to reach an open trolly is within its budget', async () => {
  const chunks = await chunksOf(firstBuild)
  expect(await sentBytes(filesOf(chunks, [...SIGNED_IN, TROLLY]))).toBeLessThan(230 * KB)
})

test('each route’s own script is within its budget', async () => {
  const chunks = await chunksOf(firstBuild)
  const own = chunks.filter(({ kind, module, file }) => kind === 'lazy' && !ON_DEMAND.test(module ?? file))
  expect(own.length).toBeGreaterThan(10)
  for (const { file, module } of own)
    expect(await sentBytes([file]), `${module ?? file}, bytes`).toBeLessThan(30 * KB)
})

/** Its server stops when the test ends, which a running installation would report as a failure. */
const workerHasInstalled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller !== null)

/** The entry and these modules, with everything loaded along with them. */
function filesOf(chunks: BuildChunk[], modules: string[]): Set<string> {
  const files = new Set(
    modules.map((module) => {
      const chunk = chunks.find((each) => each.module === module)
      if (!chunk) throw new Error(`The build has no chunk of ${module}`)
      return chunk.file
    }),
  )
  const entry = chunks.find(({ kind }) => kind === 'entry')
  if (!entry) throw new Error('The build has no entry')
  files.add(entry.file)
  for (const file of files)
    for (const next of chunks.find((chunk) => chunk.file === file)?.imports ?? []) files.add(next)
  return files
}

/** Their Brotli copies; a file too small for one is sent as it is. */
async function sentBytes(files: Iterable<string>): Promise<number> {
  const sizes = await Promise.all(
    [...files].map(async (file) => {
      const path = join(firstBuild, file)
      const { size } = await stat(`${path}.br`).catch(() => stat(path))
      return size
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
