import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tour } from '#e2e/pages/tour.ts'
import { inFewColours } from '#e2e/support/small-png.ts'
import { test } from '#e2e/support/test.ts'

/** Pictures of every screen, for the documentation and to be looked at. Times and ids in them differ from run to run. */
const folder = join(import.meta.dirname, '../../docs/screens')
/** Those that a browser shows to whoever is about to install the app (manifest.webmanifest). */
const INSTALL = ['trolly', 'search']
const installFolder = join(import.meta.dirname, '../../public/screenshots')

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
        const picture = inFewColours(await page.screenshot())
        await writeFile(join(folder, `${project.name}-${colorScheme}-${name}.png`), picture)
        if (colorScheme === 'light' && INSTALL.includes(name))
          await writeFile(join(installFolder, `${project.name}-${name}.png`), picture)
      })
    })
  })
}
