import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { orderByCard } from '#e2e/pages/ordering.ts'
import { Shop } from '#e2e/pages/shop.ts'
import { TOUR } from '#e2e/pages/tour.ts'
import { DECLINED_CARD, test as withCards } from '#e2e/support/stripe.ts'
import { test } from '#e2e/support/test.ts'
import { webpPicture } from '#e2e/support/webp-picture.ts'

/** Pictures of every screen, for the documentation and for review: one a screen and size, and these five in dark too. */
const DARK = ['home', 'search', 'trolly', 'product', 'checkout']
const folder = join(import.meta.dirname, '../../docs/screens')
const publicFolder = join(import.meta.dirname, '../../public')
/** Shown by a browser that offers to install the app (manifest.webmanifest), 1,080 px wide on a phone. */
const INSTALL = ['trolly', 'search']
const INSTALL_WIDTH = { phone: 1_080, desk: 1_440 } as const
const DOCS_WIDTH = { phone: 390, desk: 1_440 } as const
/** On the landing page (src/features/session/landing.tsx): the top of a phone, at twice the displayed resolution, and a desk. */
const LANDING = {
  name: 'trolly',
  phone: { width: 585, height: 640, quality: 50 },
  desk: { width: 1_080, quality: 40 },
} as const

const drawing = {
  colorScheme: 'light',
  deviceScaleFactor: 1,
  contextOptions: { reducedMotion: 'reduce' },
} as const

test.describe('screens', () => {
  // The 404 is the page that does not exist.
  test.use({ ...drawing, products: 2_400, expectedErrors: [/status of 404/] })

  for (const [part, visit] of Object.entries(TOUR))
    test(part, async ({ page }, { project }) => {
      await visit(page, (name) => takePictures(page, name, project.name as Size))
    })
})

withCards.describe('screens, with cards', () => {
  // The 402 is the answer to the declined card.
  withCards.use({ ...drawing, expectedErrors: [/status of 402/] })
  withCards('paying', async ({ page }, { project }) => {
    await orderByCard(new Shop(page))
    await page.getByLabel('Card number').waitFor()
    await takePictures(page, 'payment', project.name as Size)
    await page.getByLabel('Card number').fill(DECLINED_CARD)
    await page.getByRole('button', { name: /^Pay £/ }).click()
    await page.getByText('Your card was declined.').first().waitFor()
    await takePictures(page, 'payment-declined', project.name as Size)
  })
})

const LOADING = '[aria-busy="true"], .mantine-Skeleton-root'

type Size = 'phone' | 'desk'

const takePictures = async (page: Page, name: string, size: Size): Promise<void> => {
  // Messages are temporary; the picture is of the screen below them.
  const message = page.getByRole('button', { name: 'Dismiss message' })
  if (await message.isVisible()) await message.click()
  await expect(page.locator(LOADING)).toHaveCount(0)
  await savePicture(page, join(folder, `${size}-${name}.webp`), { width: DOCS_WIDTH[size] })
  if (INSTALL.includes(name))
    await savePicture(page, join(publicFolder, `screenshots/${size}-${name}.webp`), {
      width: INSTALL_WIDTH[size],
    })
  await saveForLanding(page, name, size, 'light')
  if (!DARK.includes(name)) return

  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await savePicture(page, join(folder, `${size}-${name}-dark.webp`), { width: DOCS_WIDTH[size] })
  await saveForLanding(page, name, size, 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
}

const saveForLanding = async (
  page: Page,
  name: string,
  size: Size,
  scheme: 'light' | 'dark',
): Promise<void> => {
  if (name === LANDING.name)
    await savePicture(page, join(publicFolder, `pictures/${size}-${name}-${scheme}.webp`), LANDING[size])
}

const savePicture = async (
  page: Page,
  file: string,
  picture: { width: number; height?: number; quality?: number },
): Promise<void> => {
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, await webpPicture(page, picture))
}
