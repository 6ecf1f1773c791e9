import { expect, type Locator, type Page } from '@playwright/test'
import { STOCK_TOLD_UP_TO } from '#domain/product.ts'
import { DEMO_PASSWORD } from '#e2e/support/demo-password.ts'
import { openLanding } from './landing.ts'

/** What people do, in the words on the screen. One object per browser page. */
export class Shop {
  readonly page: Page
  constructor(page: Page) {
    this.page = page
  }

  async signIn(email = 'chef@example.com'): Promise<void> {
    await openLanding(this.page)
    await this.fillSignIn(email)
    await expect(this.page).toHaveURL(/\/home$/)
  }

  /** On the page that is open. */
  async fillSignIn(email = 'chef@example.com'): Promise<void> {
    await this.page.getByLabel('E-mail').fill(email)
    await this.page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await this.page.getByRole('button', { name: 'Sign in' }).click()
  }

  /** The second day whose cut-off is still to come: that of the first may pass during the test. */
  async chooseDay(): Promise<void> {
    const days = this.page.getByRole('group', { name: 'Delivery day' }).getByRole('button')
    await days.and(this.page.locator(':not([aria-disabled])')).nth(1).click()
    await expect(this.page.getByRole('group', { name: 'Delivery day' })).toBeHidden()
  }

  /** The product list and its search are on the device: from here on no connection is needed. */
  async waitForProducts(count: number): Promise<void> {
    await expect
      .poll(() => this.page.evaluate(countIn, 'products' as const), { timeout: 60_000 })
      .toBeGreaterThanOrEqual(count)
    await this.page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  }

  /** Everything that a search offline may need, adverts included, which come last. */
  async waitForDownloads(): Promise<void> {
    await expect.poll(() => this.page.evaluate(unfinishedDownloads), { timeout: 120_000 }).toEqual([])
  }

  /** @returns the trolly's id */
  async startTrolly(): Promise<string> {
    await this.page.getByRole('button', { name: 'Start shopping' }).click()
    await expect(this.page).toHaveURL(/\/orders\/create\/search-/)
    return this.trollyId()
  }

  trollyId(): string {
    const id = /(?:create|search|checkout)-([0-9a-f]{8}-[0-9a-f-]{27})/.exec(this.page.url())?.[1]
    if (id === undefined) throw new Error(`No trolly in ${this.page.url()}`)
    return id
  }

  async openTrolly(id: string): Promise<void> {
    await this.page.goto(`/orders/create-${id}`)
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible()
  }

  async search(text: string): Promise<void> {
    await this.page.getByRole('combobox', { name: 'Search products' }).fill(text)
  }

  /**
   * The rows of the list on the page: trolly lines, search results, usual products or favourites, without the places of removed
   * ones.
   */
  rows(): Locator {
    return this.page
      .getByRole('list', {
        name: /Products found|You usually buy|Your usual|Trolly lines|Favourites|Shelf order/,
      })
      .getByRole('listitem')
      .filter({ hasNot: this.page.locator('[data-removed-row]') })
  }

  row(code: string): Locator {
    return this.rows().filter({ has: this.page.getByText(code, { exact: true }) })
  }

  quantityOf(row: Locator): Locator {
    return row.getByRole('textbox', { name: /^Quantity of / })
  }

  async addOne(row: Locator): Promise<void> {
    await row.getByRole('button', { name: /^(One more|Add \d+) of / }).click()
  }

  async type(row: Locator, quantity: number): Promise<void> {
    await this.quantityOf(row).fill(String(quantity))
    await this.quantityOf(row).press('Enter')
  }

  /** On the trolly's page: a code and a quantity. */
  async quickAdd(code: string, quantity: number): Promise<void> {
    const field = this.page.getByRole('combobox', { name: 'Add by code, or search by name' })
    await field.fill(`${code} ${quantity}`)
    await field.press('Enter')
    await expect(this.row(code)).toBeVisible()
  }

  /** The status line: what has been sent and what has not. */
  status(): Locator {
    return this.page.getByRole('button', {
      name: /All sent|saved|Sending|Offline|action needed|NOT saved|Downloading products/,
    })
  }

  /** Nothing is waiting, and the status line says so; it may lag behind the last tap. */
  async expectAllSent(): Promise<void> {
    await expect.poll(() => this.page.evaluate(countIn, 'outbox' as const), { timeout: 45_000 }).toBe(0)
    await expect(this.status()).toContainText(/All sent/, { timeout: 45_000 })
  }

  /** A closing sheet goes back in the history, which would undo an address opened at that moment. */
  async expectLeftSheet(): Promise<void> {
    await expect.poll(() => this.page.evaluate(() => history.state?.usr?.overlay ?? false)).toBe(false)
  }

  /** From the trolly on the page. @returns its id */
  async saveAsTemplate(name: string): Promise<string> {
    await this.page.getByRole('button', { name: 'More for this trolly' }).click()
    await this.page.getByRole('menuitem', { name: 'Save as template' }).click()
    await this.page.getByRole('textbox', { name: 'Name' }).fill(name)
    await this.page.getByRole('button', { name: /^Save \d+ products?$/ }).click()
    await expect(this.page.getByRole('dialog')).toBeHidden()
    await this.expectLeftSheet()
    await this.page.goto('/orders/templates')
    await this.page.getByRole('link', { name, exact: true }).click()
    await expect(this.page.getByRole('heading', { level: 1, name })).toBeVisible()
    return /templates-(.+)$/.exec(this.page.url())?.[1] ?? ''
  }

  async checkout(): Promise<void> {
    await this.page.getByRole('link', { name: 'Checkout' }).click()
    await expect(this.page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
    for (const asked of await this.page.getByRole('checkbox').all()) await asked.check()
  }

  /** @returns the order's number */
  async placedOrderNumber(): Promise<string> {
    const done = this.page.getByText(/Order \d+ is placed/)
    await expect(done).toBeVisible({ timeout: 45_000 })
    return /\d+/.exec((await done.textContent()) ?? '')?.[0] ?? ''
  }

  /** Codes and quantities on this device, including unsent changes. */
  async shownLines(): Promise<Record<string, string>> {
    const lines: Record<string, string> = {}
    for (const row of await this.rows().all()) {
      const code = (await row.locator('[class*="code"]').first().textContent()) ?? ''
      lines[code] = await this.quantityOf(row).inputValue()
    }
    return lines
  }

  /** Codes of products that are priced, in stock, and need no confirmation at the checkout. */
  plainProducts(count: number): Promise<string[]> {
    return this.page.evaluate(findPlainProducts, { count, stockBelow: Number.MAX_SAFE_INTEGER })
  }

  /** Plain ones with a known stock figure: the server sends none for large stocks. */
  countedProducts(count: number): Promise<string[]> {
    return this.page.evaluate(findPlainProducts, { count, stockBelow: STOCK_TOLD_UP_TO })
  }
}

/** These three run in the browser, on the device's database. 0 if there is none. */
async function countIn(table: 'products' | 'outbox'): Promise<number> {
  const found = (await indexedDB.databases()).find(({ name }) => name?.startsWith('trolly-user-'))
  if (!found?.name) return 0
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(found.name as string)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const counting = opening.result.transaction(table).objectStore(table).count()
      counting.onsuccess = () => {
        opening.result.close()
        resolve(counting.result)
      }
    }
  })
}

/** The names of those that were begun and have not ended; 'adverts' until they have begun. */
async function unfinishedDownloads(): Promise<string[]> {
  const found = (await indexedDB.databases()).find(({ name }) => name?.startsWith('trolly-user-'))
  if (!found?.name) return ['adverts']
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(found.name as string)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const reading = opening.result.transaction('downloads').objectStore('downloads').getAll()
      reading.onsuccess = () => {
        opening.result.close()
        const downloads: { name: string; after?: string }[] = reading.result
        const unfinished = downloads.filter(({ after }) => after !== undefined).map(({ name }) => name)
        resolve(downloads.some(({ name }) => name === 'adverts') ? unfinished : [...unfinished, 'adverts'])
      }
    }
  })
}

async function findPlainProducts({
  count,
  stockBelow,
}: {
  count: number
  stockBelow: number
}): Promise<string[]> {
  const found = (await indexedDB.databases()).find(({ name }) => name?.startsWith('trolly-user-'))
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(found?.name as string)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const tables = opening.result.transaction(['products', 'prices'])
      const pricing = tables.objectStore('prices').getAll()
      pricing.onsuccess = () => {
        const priced = new Set(
          pricing.result.filter(({ pence }) => pence !== null).map(({ product_no }) => product_no),
        )
        const reading = tables.objectStore('products').getAll()
        reading.onsuccess = () => {
          opening.result.close()
          resolve(
            reading.result
              .filter(
                (product) =>
                  priced.has(product.product_no) &&
                  product.stockQuantity >= 50 &&
                  product.stockQuantity < stockBelow &&
                  !product.catchWeight &&
                  product.minimumAge === null,
              )
              .slice(0, count)
              .map(({ product_no }) => product_no),
          )
        }
      }
    }
  })
}
