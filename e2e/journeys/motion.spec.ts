import { Shop } from '#e2e/pages/shop.ts'
import { expect, test } from '#e2e/support/test.ts'

// What moves when a line is added: a flash of the new row, a roll of the quantity, a bump of the count. With reduced motion
// nothing does.

for (const { name, reducedMotion } of [
  { name: 'a line that is added shows where it went', reducedMotion: 'no-preference' },
  { name: 'nothing moves for a person who asked for reduced motion', reducedMotion: 'reduce' },
] as const) {
  test(name, async ({ page }) => {
    await page.emulateMedia({ reducedMotion })
    await page.addInitScript(() => {
      const started: string[] = []
      Object.assign(window, { started })
      document.addEventListener('animationstart', ({ animationName }) => started.push(animationName))
      const { animate } = Element.prototype
      Element.prototype.animate = function (...asked) {
        started.push('animate')
        return animate.apply(this, asked)
      }
    })
    const shop = new Shop(page)
    await shop.signIn()
    await shop.chooseDay()
    await shop.waitForProducts(200)
    const [code = ''] = await shop.plainProducts(1)
    await shop.openTrolly(await shop.startTrolly())
    await shop.quickAdd(code, 2)
    await shop.addOne(shop.row(code))
    await expect(shop.quantityOf(shop.row(code))).toHaveValue('3')
    const started = () =>
      page.evaluate(() =>
        (window as unknown as { started: string[] }).started.map((name) => name.replace(/.*(flash).*/, '$1')),
      )
    if (reducedMotion === 'no-preference')
      await expect.poll(started).toEqual(expect.arrayContaining(['flash', 'animate']))
    else expect((await started()).filter((name) => name === 'flash' || name === 'animate')).toEqual([])
  })
}
