import type { Page } from '@playwright/test'
import { RELOAD_HOLD_LOCK } from '#domain/worker-messages.ts'
import { buildAnother, buildIdOf, chunksOf, firstBuild } from '#e2e/support/builds.ts'
import type { DeployableSite } from '#e2e/support/deployable-site.ts'
import { expect, test } from '#e2e/support/site-test.ts'

// A new build is deployed while pages of the previous one are open.

// The second build is made once for all tests.
test.describe.configure({ mode: 'default' })

let second: Awaited<ReturnType<typeof buildAnother>>
const id = { first: '', second: '' }

test.beforeAll(async () => {
  second = await buildAnother()
  id.first = await buildIdOf(firstBuild)
  id.second = await buildIdOf(second.folder)
  expect(id.second).not.toBe(id.first)
})
test.afterAll(() => second.remove())

test('a new build is offered, and opens when the user asks for it', async ({ page, site }) => {
  await open(page, site)
  site.deploy(second.folder)
  await askForBuildCheck(page)
  await expectOffer(page)
  expect(await buildOf(page)).toBe(id.first)
  await page.getByRole('button', { name: 'Update now' }).click()
  await expectBuild(page, id.second)
  await expect(page.getByText('A new version is ready.')).toBeHidden()
})

test('pages run the hourly check automatically, and only when it is due', { tag: '@long' }, async ({
  page,
  site,
}) => {
  await open(page, site)
  await expect.poll(() => checksOf(site)).toBe(1)
  await page.reload({ waitUntil: 'networkidle' })
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.reload({ waitUntil: 'networkidle' })
  await askForBuildCheck(page)
  await expect.poll(() => checksOf(site)).toBe(2)
})

test.describe(() => {
  test.use({ expectedErrors: [/worker_rejection/] })

  test('an error of the worker reaches the log of a page', { tag: '@long' }, async ({
    page,
    context,
    site,
  }) => {
    await open(page, site)
    const logged = page.waitForEvent('console', (message) => message.text().includes('worker_rejection'))
    const [worker] = context.serviceWorkers()
    await worker?.evaluate(() => void Promise.reject(new Error('No room')))
    await page.evaluate(() => dispatchEvent(new Event('online')))
    expect((await logged).text()).toContain('No room')
  })
})

test('an open edit in another tab delays the update, which follows automatically', { tag: '@long' }, async ({
  page,
  context,
  site,
}) => {
  await open(page, site)
  const editing = await context.newPage()
  await open(editing, site)
  await holdReload(editing)

  site.deploy(second.folder)
  await askForBuildCheck(page)
  await expectOffer(page)
  await page.getByRole('button', { name: 'Update now' }).click()
  await expect(page.getByText('as soon as your changes are saved and sent')).toBeVisible()
  expect([await buildOf(page), await buildOf(editing)]).toEqual([id.first, id.first])

  await editing.evaluate(() => dispatchEvent(new Event('test:edit-saved')))
  await expectBuild(page, id.second)
  // The tab with the edit is told, and keeps its build until the user updates or leaves.
  await expectOffer(editing)
  expect(await buildOf(editing)).toBe(id.first)
})

test('a tab of the previous build still opens its routes after another tab was updated', {
  tag: '@long',
}, async ({ page, context, site }) => {
  await open(page, site)
  const other = await context.newPage()
  await open(other, site)
  const files = (await chunksOf(firstBuild)).map(({ file }) => file)

  site.deploy(second.folder)
  await askForBuildCheck(page)
  await expectOffer(page)
  await page.getByRole('button', { name: 'Update now' }).click()
  await expectBuild(page, id.second)

  const statuses = await other.evaluate(
    (paths) =>
      Promise.all(paths.map(async (path) => (await fetch(`/${path}`, { cache: 'no-store' })).status)),
    files,
  )
  expect(statuses).toEqual(files.map(() => 200))
  expect(await buildOf(other)).toBe(id.first)
})

test.describe('without a worker', () => {
  // What the browser logs about the lost chunk, and what the error view logs.
  test.use({
    expectedErrors: [/status of 404|Part of the app couldn’t be loaded|dynamically imported module/],
  })
  test.beforeEach(({ page }) =>
    page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined }),
    ),
  )

  test('a deployment between loading the page and its chunks costs one reload into the new build', async ({
    page,
    site,
  }) => {
    const chunks = await lazyChunksOf(firstBuild)
    site.lose((path) => {
      if (chunks.has(path)) site.deploy(second.folder)
      return chunks.has(path)
    })
    const loads = countLoads(page)
    await page.goto(site.origin)
    await expectBuild(page, id.second)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(loads()).toBe(2)
  })

  test('a missing chunk costs one reload, then shows an error that offers to try again', async ({
    page,
    site,
  }) => {
    const chunks = await lazyChunksOf(firstBuild)
    site.lose((path) => chunks.has(path))
    const loads = countLoads(page)
    await page.goto(site.origin)
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    expect(loads()).toBe(2)

    site.lose(() => false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
  })
})

test.describe('when service workers are not allowed', () => {
  const REFUSALS = {
    'with an error': () => Promise.reject(new DOMException('The operation is insecure.', 'SecurityError')),
    'without an answer': () => Promise.resolve(undefined),
  }
  for (const [how, register] of Object.entries(REFUSALS)) {
    test(`the page continues without a worker that is refused ${how}, and checks for builds itself`, {
      tag: '@long',
    }, async ({ page, site }) => {
      await page.addInitScript(`ServiceWorkerContainer.prototype.register = ${register}`)
      const warnings: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'warning') warnings.push(message.text())
      })
      await page.goto(site.origin)
      await expect(page.getByLabel('E-mail')).toBeVisible()
      await expect.poll(() => checksOf(site)).toBe(1)
      await expect
        .poll(() => warnings.filter((text) => text.includes('worker_not_registered')).length)
        .toBe(1)
    })
  }
})

/** Opens the app and waits for its worker. */
async function open(page: Page, site: DeployableSite): Promise<void> {
  await page.goto(site.origin)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Makes the next check due, as an hour's wait would. */
const askForBuildCheck = (page: Page) =>
  page.evaluate(async () => {
    await caches.delete('trolly-worker-memory')
    dispatchEvent(new Event('online'))
  })

/** A freshly started browser is slow to start its first new worker. */
const expectOffer = (page: Page) =>
  expect(page.getByText('A new version is ready.')).toBeVisible({ timeout: 30_000 })

/** As an edit does, from its start until it is saved. */
const holdReload = (page: Page) =>
  page.evaluate(
    (name) =>
      new Promise<void>((held) => {
        void navigator.locks.request(name, { mode: 'shared' }, () => {
          held()
          return new Promise((saved) => addEventListener('test:edit-saved', saved))
        })
      }),
    RELOAD_HOLD_LOCK,
  )

const buildOf = (page: Page) => page.locator('meta[name="build"]').getAttribute('content')
const expectBuild = (page: Page, buildId: string) =>
  expect(page.locator('meta[name="build"]')).toHaveAttribute('content', buildId)

const checksOf = ({ requests }: DeployableSite) =>
  requests.filter((path) => path === '/builds/latest.json').length

/** The paths of lazy chunks, such as each route's screen. */
async function lazyChunksOf(folder: string): Promise<Set<string>> {
  const lazy = (await chunksOf(folder)).filter(({ kind }) => kind === 'lazy')
  expect(lazy.length).toBeGreaterThan(0)
  return new Set(lazy.map(({ file }) => `/${file}`))
}

function countLoads(page: Page): () => number {
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  return () => loads
}
