import { join } from 'node:path'
import { tour } from '#e2e/pages/tour.ts'
import { test } from '#e2e/support/test.ts'

/** Pictures of every screen, for the documentation and to be looked at. Times and ids in them differ from run to run. */
const folder = join(import.meta.dirname, '../../docs/screens')

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({
      colorScheme,
      deviceScaleFactor: 1,
      products: 2_400,
      contextOptions: { reducedMotion: 'reduce' },
    })
    test.setTimeout(180_000)

    test(`screens, ${colorScheme}`, async ({ page }, { project }) => {
      await tour(page, async (name) => {
        // Messages pass by; the screen below them is what the picture is of.
        const message = page.getByRole('button', { name: 'Dismiss message' })
        if (await message.isVisible()) await message.click()
        await page.screenshot({ path: join(folder, `${project.name}-${colorScheme}-${name}.png`) })
      })
    })
  })
}
