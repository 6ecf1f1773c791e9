import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { orderByCard } from '#e2e/pages/ordering.ts'
import { Shop } from '#e2e/pages/shop.ts'
import { TOUR } from '#e2e/pages/tour.ts'
import { inFewColours } from '#e2e/support/small-png.ts'
import { DECLINED_CARD, test as withCards } from '#e2e/support/stripe.ts'
import { test } from '#e2e/support/test.ts'
import { webpPicture } from '#e2e/support/webp-picture.ts'

/** Pictures of every screen, for the documentation and for review. Times and ids in them differ from run to run. */
const folder = join(import.meta.dirname, '../../docs/screens')
const publicFolder = join(import.meta.dirname, '../../public')
/** Shown by a browser that offers to install the app (manifest.webmanifest), 1,080 px wide on a phone. */
const INSTALL = ['trolly', 'search']
const INSTALL_WIDTH = { phone: 1_080, desk: 1_440 } as const
/** On the landing page (src/features/session/landing.tsx): the top of a phone, at twice the displayed resolution. */
const LANDING = { name: 'trolly', width: 585, height: 728, quality: 50 }

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({
      colorScheme,
      deviceScaleFactor: 1,
      products: 2_400,
      contextOptions: { reducedMotion: 'reduce' },
    })

    for (const [part, visit] of Object.entries(TOUR))
      test(part, async ({ page }, { project }) => {
        await visit(page, (name) => takePicture(page, name, { size: project.name, colorScheme }))
      })
  })

  withCards.describe(`${colorScheme}, with cards`, () => {
    withCards.use({
      colorScheme,
      deviceScaleFactor: 1,
      contextOptions: { reducedMotion: 'reduce' },
      // Of the card that is declined.
      expectedErrors: [/status of 402/],
    })
    withCards('paying', async ({ page }, { project }) => {
      await orderByCard(new Shop(page))
      await page.getByLabel('Card number').waitFor()
      await takePicture(page, 'payment', { size: project.name, colorScheme })
      await page.getByLabel('Card number').fill(DECLINED_CARD)
      await page.getByRole('button', { name: /^Pay £/ }).click()
      await page.getByText('Your card was declined.').first().waitFor()
      await takePicture(page, 'payment-declined', { size: project.name, colorScheme })
    })
  })
}

const LOADING = '[aria-busy="true"], .mantine-Skeleton-root'

type Picture = { size: string; colorScheme: 'light' | 'dark' }

const takePicture = async (page: Page, name: string, { size, colorScheme }: Picture): Promise<void> => {
  // Messages are temporary; the picture is of the screen below them.
  const message = page.getByRole('button', { name: 'Dismiss message' })
  if (await message.isVisible()) await message.click()
  await expect(page.locator(LOADING)).toHaveCount(0)
  await writeFile(join(folder, `${size}-${colorScheme}-${name}.png`), inFewColours(await page.screenshot()))
  if (colorScheme === 'light' && INSTALL.includes(name))
    await writeFile(
      join(publicFolder, `screenshots/${size}-${name}.webp`),
      await webpPicture(page, { width: INSTALL_WIDTH[size as keyof typeof INSTALL_WIDTH] }),
    )
  if (size === 'phone' && name === LANDING.name) {
    await mkdir(join(publicFolder, 'pictures'), { recursive: true })
    await writeFile(
      join(publicFolder, `pictures/${name}-${colorScheme}.webp`),
      await webpPicture(page, LANDING),
    )
  }
}
