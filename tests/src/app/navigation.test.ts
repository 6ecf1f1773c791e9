import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DEFAULT_ROUTES } from '#domain/routes.ts'
import { makeFaqs } from '#server/db/demo/faqs.ts'
import { isAt, mainNavigation, moreNavigation } from '#src/app/navigation.ts'
import { ROUTES } from '#src/app/routes.tsx'

const labels = (items: readonly { label: string }[]) => items.map(({ label }) => label)

describe('mainNavigation', () => {
  it('links to the current trolly, with its count', () => {
    const items = mainNavigation({
      allowed: DEFAULT_ROUTES.C1,
      trolly: { id: 't/1', lineCount: 12 },
    })
    expect(items.map(({ label, to }) => [label, to])).toEqual([
      ['Home', '/home'],
      ['Search', '/orders/create/search-t%2F1'],
      ['Trolly', '/orders/create-t%2F1'],
      ['Orders', '/orders'],
    ])
    expect(items.map(({ count }) => count)).toEqual([undefined, undefined, 12, undefined])
  })

  it.each([
    ['/home', 'Home'],
    ['/orders', 'Orders'],
    ['/orders/active-orders', 'Orders'],
    ['/orders/{name}-orders', 'Orders'],
    ['/orders/history-{id}', 'Orders'],
    ['/orders/templates-{id}', 'Orders'],
    ['/accounts/copy-invoice-statement', 'Orders'],
    ['/payments/payment-{id}', 'Orders'],
    ['/orders/create-{id}', 'Trolly'],
    ['/orders/create/search-{id}', 'Search'],
    ['/orders/create/search/product-{id}', 'Search'],
    ['/orders/create/search/checkout-{id}', 'Trolly'],
  ])('marks one place for %s, with or without a trolly: %s', (pattern, label) => {
    for (const trolly of [undefined, { id: '1', lineCount: 0 }]) {
      const items = mainNavigation({ allowed: DEFAULT_ROUTES.C1, trolly })
      expect(labels(items.filter((item) => isAt(item, pattern)))).toEqual([label])
    }
  })

  it('links to the search and the page of the draft if there is none', () => {
    const items = mainNavigation({
      allowed: DEFAULT_ROUTES.C1,
      trolly: undefined,
      draftId: 't2',
    })
    expect(items.map(({ to }) => to)).toEqual([
      '/home',
      '/orders/create/search-t2',
      '/orders/create-t2',
      '/orders',
    ])
    expect(items.map(({ count }) => count)).toEqual([undefined, undefined, undefined, undefined])
  })

  it('leaves out forbidden routes', () => {
    const allowed = ['/home', '/orders']
    expect(labels(mainNavigation({ allowed, trolly: undefined }))).toEqual(['Home', 'Orders'])
    expect(mainNavigation({ allowed: [], trolly: undefined })).toEqual([])
  })
})

describe('the pages below Orders', () => {
  const orders = (allowed: readonly string[]) =>
    mainNavigation({ allowed, trolly: undefined }).find(({ label }) => label === 'Orders')

  it.each([
    ['/orders', 'Orders'],
    ['/orders/history-{id}', 'Orders'],
    ['/orders/{name}-orders', 'Active orders'],
    ['/orders/history', 'Order history'],
    ['/orders/templates-{id}', 'Templates'],
    ['/orders/favourites', 'Favourites'],
    ['/orders/stock-alerts', 'Stock alerts'],
    ['/accounts/copy-invoice-statement', 'Invoices'],
  ])('marks one place where they are shown, for %s: %s', (pattern, label) => {
    const items = mainNavigation({ allowed: DEFAULT_ROUTES.C1, trolly: undefined })
    const shown = items.flatMap((item) => [item, ...(item.pages ?? [])])
    expect(labels(shown.filter((item) => isAt(item, pattern, true)))).toEqual([label])
  })

  it('are those that the person may open', () => {
    expect(labels(orders(['/orders', '/orders/favourites'])?.pages ?? [])).toEqual(['Favourites'])
  })
})

describe('moreNavigation', () => {
  it('shows each account type its permitted routes, in groups that are not empty', () => {
    const groups = (type: 'C1' | 'C2' | 'AD') => labels(moreNavigation(DEFAULT_ROUTES[type]))
    expect(groups('C1')).toEqual(['Products', 'Account'])
    expect(groups('C2')).toEqual(['Products', 'Account', 'Reports'])
    expect(groups('AD')).toEqual(['Products', 'Account', 'Distribution', 'Reports', 'Maintenance'])
  })
})

it('leads to one’s own details, whatever a person’s list says', () => {
  const items = moreNavigation(['/other/account']).flatMap((group) => group.items)
  expect(items.map(({ to }) => to)).toEqual(['/other/account', '/auth/update-user'])
})

it('links only to existing screens', () => {
  const allowed = ROUTES.map(({ path }) => path)
  const main = mainNavigation({ allowed, trolly: undefined }).flatMap(({ at = [] }) => at)
  const more = moreNavigation(allowed).flatMap(({ items }) => items.map(({ to }) => to))
  const built = ROUTES.filter(({ Screen }) => Screen).map(({ path }) => path)
  expect(built).toEqual(expect.arrayContaining([...main, ...more]))
})

describe('the help of the demo', () => {
  const answers = makeFaqs(1, new Date('2026-12-02T10:00:00Z')).map(({ answer }) => answer)
  const named = (pattern: RegExp) => answers.flatMap((answer) => [...answer.matchAll(pattern)])

  it('names only places in the menu', () => {
    const allowed = ROUTES.flatMap(({ path, Screen }) => (Screen ? [path] : []))
    const places = new Map([
      ...mainNavigation({ allowed, trolly: undefined }).map(
        (item) => [item.label, item.pages ?? []] as const,
      ),
      ...moreNavigation(allowed).map((group) => [group.label, group.items] as const),
    ])
    const under = named(/\b[Uu]nder ([A-Z]\w+), ([A-Z][\w ]*?)[.,]/g)
    expect(under.length).toBeGreaterThan(1)
    for (const [words, place = '', page] of under)
      expect(labels(places.get(place) ?? []), words).toContain(page)
  })

  it('names only buttons that exist', () => {
    const folder = join(import.meta.dirname, '../../../src')
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.tsx'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join()
    const chosen = named(/\b(?:[Cc]hoose|[Pp]ress|[Tt]urn on|[Tt]ap) ([A-Z][\w ]*?)[.,]/g)
    expect(chosen.length).toBeGreaterThan(0)
    for (const [words, button = ''] of chosen) expect(sources.includes(button), words).toBe(true)
  })
})
