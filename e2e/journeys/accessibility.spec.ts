import AxeBuilder from '@axe-core/playwright'
import { tour } from '#e2e/pages/tour.ts'
import { expect, test } from '#e2e/support/test.ts'

/** Every screen of the story, in both themes: axe finds nothing. */
for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })
    test.setTimeout(180_000)

    test(`nothing stands in anybody’s way, ${colorScheme}`, async ({ page }) => {
      await tour(page, async (name) => {
        const { violations } = await new AxeBuilder({ page }).analyze()
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
        expect(found, name).toEqual([])
      })
    })
  })
}
