import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { BuildChunk } from '#domain/builds.ts'
import { chunksOf, firstBuild } from '#e2e/support/builds.ts'
import { expect, test } from '#e2e/support/site-test.ts'

// How much script a page costs, as it is sent: in few files, and none of another page.

const LANDING = 'src/screens/index.tsx'
const SIGNED_IN = ['src/app/user-ports.tsx', 'src/app/full-device.ts']
const TROLLY = 'src/screens/orders/create.tsx'
/** Shown in few places only: a player of animations, a chart, and a database for browsers that open none. */
const ON_DEMAND = /lottie|page-not-found|fake-indexeddb|stacked-bars/

const KB = 1000

test('the landing page comes in a handful of files, and nothing of another route', async ({ page, site }) => {
  const loaded = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/assets/') && pathname.endsWith('.js')) loaded.add(pathname.slice(1))
  })
  await page.goto(site.origin)
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await page.waitForLoadState('networkidle')

  const chunks = await chunksOf(firstBuild)
  const routes = chunks.filter(({ kind, file }) => kind === 'lazy' && loaded.has(file))
  expect(routes.map(({ module }) => module)).toEqual([LANDING])
  expect(loaded.size).toBeLessThanOrEqual(6)
  expect(loaded).toEqual(filesOf(chunks, [LANDING]))
  expect(await sentBytes(loaded)).toBeLessThan(150 * KB)
})

test('a visitor reads the landing page before any script has come, and can type once it has', async ({
  page,
  site,
}) => {
  let letThrough: () => void = () => {}
  const held = new Promise<void>((resolve) => {
    letThrough = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(site.origin, { waitUntil: 'commit' })
  await expect(page.getByText('Works without signal')).toBeVisible()
  // What were typed now would be lost, and a form without its script would put the password into the address.
  await expect(page.locator('#root > [inert]')).toBeVisible()
  const before = await page.locator('h1').boundingBox()

  letThrough()
  await expect(page.locator('#root > [inert]')).toHaveCount(0)
  await page.getByLabel('E-mail').fill('chef@example.com')
  expect(await page.locator('h1').boundingBox()).toEqual(before)
})

test.describe('scripts that never come', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })
  test('leave no page that looks alive: it says so, and can be tried again', async ({ page, site }) => {
    site.lose((path) => path.startsWith('/assets/index-'))
    await page.goto(site.origin)
    await expect(page.getByRole('alert')).toContainText('Trolly could not be loaded')
    await expect(page.getByText('Works without signal')).toBeHidden()
    site.lose(() => false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByLabel('E-mail')).toBeVisible()
  })
})

test('what a signed-in person loads to reach an open trolly is within its budget', async () => {
  const chunks = await chunksOf(firstBuild)
  expect(await sentBytes(filesOf(chunks, [...SIGNED_IN, TROLLY]))).toBeLessThan(220 * KB)
})

test("each route's own script is small", async () => {
  const chunks = await chunksOf(firstBuild)
  const own = chunks.filter(({ kind, module, file }) => kind === 'lazy' && !ON_DEMAND.test(module ?? file))
  expect(own.length).toBeGreaterThan(10)
  for (const { file, module } of own)
    expect(await sentBytes([file]), `${module ?? file}, bytes`).toBeLessThan(30 * KB)
})

/** The entry and these modules, with all that is loaded along with them. */
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
