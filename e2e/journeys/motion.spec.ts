import { Shop } from '#e2e/pages/shop.ts'
import { expect, test } from '#e2e/support/test.ts'

// What moves when a line is added: a flash of the new row, a roll of the quantity, a bump of the count. With reduced motion
// nothing does.

for (const { name, reducedMotion } of [
  { name: 'an added line is highlighted', reducedMotion: 'no-preference' },
  { name: 'nothing moves with reduced motion', reducedMotion: 'reduce' },
] as const) {
  test(name, { tag: '@long' }, async ({ page }) => {
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

test('the page changes theme at once and is legible in every frame', { tag: '@long' }, async ({ page }) => {
  const shop = new Shop(page)
  await shop.signIn()
  await shop.chooseDay()
  const start = page.getByRole('button', { name: 'Start shopping' })
  await expect(start).toBeVisible()
  const slow = await page.context().newCDPSession(page)
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  // What each frame shows of the main action, whose ground is in the company's colour, once the page has changed.
  await start.evaluate((button) => {
    const shown: string[] = []
    Object.assign(window, { shown })
    const look = () => {
      const { color, backgroundColor } = getComputedStyle(button)
      shown.push(`${color} on ${backgroundColor}`)
      requestAnimationFrame(look)
    }
    new MutationObserver(() => requestAnimationFrame(look)).observe(document.documentElement, {
      attributeFilter: ['data-mantine-color-scheme'],
    })
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  const shown = () => page.evaluate(() => (window as unknown as { shown: string[] }).shown)
  await expect.poll(async () => (await shown()).length).toBeGreaterThan(30)
  const frames = await shown()
  expect([...new Set(frames)]).toEqual(frames.slice(-1))
})
