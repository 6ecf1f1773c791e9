import { readFileSync } from 'node:fs'
import { Shop } from '#e2e/pages/shop.ts'
import { readKept } from '#e2e/support/kept.ts'
import { expect, test } from '#e2e/support/test.ts'

/**
 * Kills the server while a person types, repeatedly, with and without its database; every change must be applied and ordered
 * exactly once.
 */
test.describe.configure({ timeout: 300_000 })
// Its database is killed too.
test.use({ embedded: true })
// As a gateway answers when its server is down; the device's own reads may get this too.
test.use({ expectedErrors: [/Failed to load resource: the server responded with a status of 50[234]/] })

const ROUNDS = 6

for (const { name, withDatabase } of [
  { name: 'only the server', withDatabase: false },
  { name: 'the server and its database', withDatabase: true },
]) {
  test(`killed while a trolly is being built: ${name}`, async ({ page, trolly }) => {
    const shop = new Shop(page)
    await shop.signIn()
    await shop.chooseDay()
    await shop.waitForProducts(200)
    const products = await shop.plainProducts(ROUNDS * 3)
    const trollyId = await shop.startTrolly()
    await shop.openTrolly(trollyId)

    const wanted: Record<string, number> = {}
    for (let round = 0; round < ROUNDS; round++) {
      for (const code of products.slice(round * 3, round * 3 + 3)) {
        await shop.quickAdd(code, 2)
        await shop.addOne(shop.row(code))
        wanted[code] = 3
      }
      const [again = ''] = products
      wanted[again] = 10 + round
      await shop.type(shop.row(again), 10 + round)
      // Whatever is under way now has arrived, has not, or was being committed.
      const postmaster = postmasterOf(trolly.dataDir)
      await trolly.kill()
      if (withDatabase) process.kill(postmaster, 'SIGKILL')
      await trolly.start()
    }
    await shop.expectAllSent()
    const { lines } = await readKept(trolly.databaseUrl(), trollyId)
    expect(Object.fromEntries(lines.map(({ product_no, quantity }) => [product_no, quantity]))).toEqual(
      wanted,
    )

    await shop.checkout()
    await page.getByRole('button', { name: 'Place order' }).click()
    await trolly.kill()
    await trolly.start()
    const orderNo = await shop.placedOrderNumber()
    expect((await readKept(trolly.databaseUrl(), trollyId)).orderNos).toEqual([orderNo])
  })
}

const postmasterOf = (dataDir: string): number =>
  Number.parseInt(readFileSync(`${dataDir}/postgres/cluster/postmaster.pid`, 'utf8'), 10)
