import type { Locator } from '@playwright/test'
import { Keys } from '#e2e/pages/keys.ts'
import { Shop } from '#e2e/pages/shop.ts'
import { deliverOrder } from '#e2e/support/orders.ts'
import { expect, test } from '#e2e/support/test.ts'

/** Each part begins on a page that is just open; then nothing is clicked or focused by the test. */
test('a list is pasted, a substitute agreed and a delivery checked in using only the keyboard', {
  tag: ['@desk', '@long'],
}, async ({ page, trolly }) => {
  const keys = new Keys(page)
  const shop = new Shop(page)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const sheet = page.getByRole('dialog')
  await shop.signIn()
  await shop.chooseDay()
  await shop.waitForProducts(200)
  const [code = ''] = await shop.plainProducts(1)
  const trollyId = await shop.startTrolly()

  await test.step('pastes a list', async () => {
    await shop.openTrolly(trollyId)
    await keys.tabTo(button('Paste a list'), 30)
    await keys.press('Enter')
    await keys.tabTo(sheet.getByRole('textbox'), 4)
    await keys.type(`2 ${code}, qqzzxy`)
    await keys.tabTo(sheet.getByRole('button', { name: 'Check list' }), 6)
    await keys.press('Enter')
    const add = sheet.getByRole('button', { name: /^Add 1/ })
    await keys.tabTo(add, 12)
    await keys.press('Enter')
    await expect(shop.quantityOf(shop.row(code))).toHaveValue('2')
    await shop.expectAllSent()
  })

  await test.step('says what to do if the line is short', async () => {
    await shop.openTrolly(trollyId)
    await keys.tabTo(button('More for this trolly'), 30)
    await keys.press('Enter')
    const item = page.getByRole('menuitem', { name: 'Notes and substitutes' })
    for (let presses = 0; presses < 12 && !(await isFocused(item)); presses += 1)
      await keys.press('ArrowDown')
    await keys.press('Enter')
    await keys.tabTo(sheet.getByRole('button').nth(1), 3)
    await keys.press('Enter')
    const note = page.getByRole('textbox', { name: 'Note for this line' })
    await keys.tabTo(note, 5)
    await keys.type('ripe, please')
    await keys.tabTo(page.getByRole('radio', { checked: true }), 3)
    const leaveOut = page.getByRole('radio', { name: 'Leave it out' })
    for (let presses = 0; presses < 4 && !(await isFocused(leaveOut)); presses += 1)
      await keys.press('ArrowDown')
    await keys.press('Space')
    await expect(leaveOut).toBeChecked()
    await keys.press('Escape')
    await expect(shop.row(code)).toContainText('“ripe, please” · If short: leave it out')
  })

  await test.step('checks a delivery in', async () => {
    const at = new Date((await page.evaluate(() => Date.now())) - 3_600_000)
    const { id, names } = await deliverOrder(trolly, 'The Ploughman’s Rest', at)
    await page.goto(`/orders/history-${id}`)
    await keys.tabTo(button('Check in delivery'), 40)
    await keys.press('Enter')
    await keys.tabTo(button(`Problem with ${names[0]}`), 12)
    await keys.press('Enter')
    await keys.tabTo(sheet.getByRole('radio').first(), 4)
    const damaged = sheet.getByRole('radio', { name: 'Damaged' })
    for (let presses = 0; presses < 6 && !(await isFocused(damaged)); presses += 1)
      await keys.press('ArrowDown')
    await keys.press('Space')
    await keys.tabTo(sheet.getByRole('button', { name: 'Save problem' }), 12)
    await keys.press('Enter')
    await expect(page.getByText('1 problem', { exact: true })).toBeVisible()
    await keys.tabTo(button('All others arrived'), 60)
    await keys.press('Enter')
    await keys.expectAt(page.getByRole('button', { name: 'Finish', exact: true }))
    await keys.press('Enter')
    await keys.tabTo(sheet.getByRole('radio', { checked: true }), 4)
    const neither = sheet.getByRole('radio', { name: 'Neither' })
    for (let presses = 0; presses < 4 && !(await isFocused(neither)); presses += 1)
      await keys.press('ArrowRight')
    await expect(neither).toBeChecked()
    await keys.tabTo(sheet.getByRole('button', { name: 'Send check-in' }), 20)
    await keys.press('Enter')
    await shop.expectAllSent()
    await expect(page.getByRole('heading', { name: /^Claim \d+$/ })).toBeVisible()
  })
})

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement)
