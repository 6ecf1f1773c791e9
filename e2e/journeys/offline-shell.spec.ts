import type { Page } from '@playwright/test'
import { buildIdOf, chunksOf, firstBuild } from '#e2e/support/builds.ts'
import { type DeployableSite, startDeployableSite } from '#e2e/support/deployable-site.ts'
import { expect, test } from '#e2e/support/site-test.ts'

test('the first visit stores the whole app on the device', async ({ page, site }) => {
  await visitUntilKept(page, site)
  const chunks = await chunksOf(firstBuild)
  expect(chunks.filter(({ kind }) => kind === 'lazy').length).toBeGreaterThan(0)
  await page.context().setOffline(true)
  const missing = await page.evaluate(
    async (files) => {
      const statuses = await Promise.all(
        files.map(async (file) => ({
          file,
          status: await fetch(`/${file}`, { cache: 'no-store' }).then(
            ({ status }) => status,
            () => 0,
          ),
        })),
      )
      return statuses.filter(({ status }) => status !== 200)
    },
    chunks.map(({ file }) => file),
  )
  expect(missing).toEqual([])
})

for (const path of [
  '/',
  '/orders/create-01890a5d-ac96-774b-bcce-b302099a8057',
  '/orders/active-orders?page=2',
]) {
  test(`${path} opens offline`, async ({ page, site }) => {
    await visitUntilKept(page, site)
    await page.context().setOffline(true)
    await page.goto(site.origin + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
}

test('the product’s own server serves everything the worker needs, under its security policy', async ({
  page,
  trolly,
}) => {
  await page.goto(trolly.url)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await trolly.stop()
  await page.goto(`${trolly.url}/orders`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('the app opens when the server is down but the browser is online', async ({ page, site }) => {
  const doomed = await startDeployableSite({ folder: firstBuild, api: site.origin })
  await visitUntilKept(page, doomed)
  await doomed.close()
  await page.goto(`${doomed.origin}/orders`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('the worker caches no API replies, no build records and no install screenshots', {
  tag: '@long',
}, async ({ page, site }) => {
  await visitUntilKept(page, site)
  const kept = await page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)))
    const requests = await Promise.all(caches.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(kept).toContain('/index.html')
  expect(kept.filter((path) => /^\/(api|builds|screenshots)\//.test(path))).toEqual([])
})

test.describe(() => {
  test.use({ expectedErrors: [/status of 404/] })

  test('addresses outside the app go to the server', async ({ page, site }) => {
    await visitUntilKept(page, site)
    const marker = await page.goto(`${site.origin}/builds/latest.json`)
    expect(await marker?.json()).toMatchObject({ id: await buildIdOf(firstBuild) })
    const missing = await page.goto(`${site.origin}/assets/gone-12345678.js`)
    expect(missing?.status()).toBe(404)
  })
})

test('the browser finds no reason to refuse installation', async ({ page, site }) => {
  await visitUntilKept(page, site)
  const devtools = await page.context().newCDPSession(page)
  const { errors, data } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // Every page of a test is incognito, where nothing can be installed.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])

  const { icons, screenshots = [] }: { icons: Image[]; screenshots?: Image[] } = JSON.parse(data ?? '')
  expect(icons.length).toBeGreaterThan(0)
  for (const { src, type } of [...icons, ...screenshots]) {
    const reply = await page.request.get(site.origin + src)
    expect([src, reply.status(), reply.headers()['content-type']]).toEqual([src, 200, type])
  }
  expect(screenshots.map(({ form_factor }) => form_factor).sort()).toEqual([
    'narrow',
    'narrow',
    'wide',
    'wide',
  ])
  for (const { src, sizes } of screenshots) {
    const { size, bytes } = await page.evaluate(readPicture, src)
    expect([src, size]).toEqual([src, sizes])
    expect(bytes).toBeLessThan(150_000)
  }
})

/** Its size in pixels, as the browser decodes it. Sent into the page as text. */
const readPicture = async (src: string): Promise<{ size: string; bytes: number }> => {
  const file = await (await fetch(src)).blob()
  const { width, height } = await createImageBitmap(file)
  return { size: `${width}x${height}`, bytes: file.size }
}

type Image = { src: string; type: string; sizes: string; form_factor?: string }

/** Waits until the worker has installed, with every file, and controls this page. */
async function visitUntilKept(page: Page, { origin }: DeployableSite): Promise<void> {
  await page.goto(origin)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}
