import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { CatalogueDetail, CatalogueProduct, CatalogueReply } from '#contract/catalogue.ts'
import type { CompanyConfig } from '#contract/config.ts'
import { VISITOR_TITLES } from '#domain/visitor-pages.ts'
import { type PublicReads, renderPage } from '#src/app/visitor/render-page.tsx'
import { VISITOR_ROUTES } from '#src/app/visitor/visitor-routes.ts'

// Runs without a window, as on the server.

const root = join(import.meta.dirname, '../..')
const COMPANY: CompanyConfig = {
  app_env: 'production',
  announcement: null,
  maintenance: null,
  card_key: null,
  error_log: false,
  general: {
    company_name: 'Fisch & Söhne <GmbH>',
    contact_phone: '01422 555 010',
    contact_email: '',
    theme: {
      primary_colour: '#0b6e4f',
      secondary_colour: '#b45309',
      company_primary_colour: '#0b6e4f',
      company_secondary_colour: '#b45309',
      app_bar_colour: '</style><script>',
      footer_colour: '#0b6e4f',
      app_bar_use_company_primary_colour: '0',
    },
  },
}
const PEAS: CatalogueProduct = {
  product_no: '100/2',
  name: 'Garden Peas </script>',
  brand: 'Fenland',
  pack: '4 × 2.5 kg',
  unit: 'case',
  department: 'Frozen',
  group: 'Vegetables',
  category: 'Peas',
  storageType: 'frozen',
  suitableFor: ['vegan'],
  catchWeight: false,
  minimumAge: null,
  isNew: true,
}
const DETAIL: CatalogueDetail = {
  ...PEAS,
  otherUnitProductNo: null,
  gtins: ['5000112637922'],
  contains: ['celery'],
  mayContain: null,
  description: 'Picked and frozen within hours.',
  ingredients: 'Peas, celery salt.',
  origin: 'United Kingdom',
}
const option = (parameter_name: string, name: string, count: number) => ({
  name,
  parameter_name,
  parameter_value: name,
  count,
})
const FOUND: CatalogueReply = {
  data: [PEAS],
  total: 60,
  page: 2,
  pageLength: 24,
  filters: {
    department: { options: [option('department', 'Frozen', 60), option('department', 'Dairy', 9)] },
    group: { options: [option('group', 'Vegetables', 41)] },
    category: { options: [] },
    storage_type: { options: [option('storage_type', 'frozen', 60)] },
    suitable_for: { options: [option('suitable_for', 'vegan', 12)] },
    new: { enabled: true, parameter_name: 'new', parameter_value: '1', count: 3 },
  },
}
const asked: object[] = []
const READS: PublicReads = {
  search: async (body) => {
    asked.push(body)
    return body.queryString === 'nothing' ? { ...FOUND, data: [], total: 0, page: 1 } : FOUND
  },
  get: async (product_no) => (product_no === PEAS.product_no ? DETAIL : undefined),
}
const page = async (address: string) => {
  const rendered = await renderPage(address, COMPANY, [], READS)
  if (!rendered) throw new Error(`${address} is not a page`)
  return rendered
}
const linksOf = (markup: string) =>
  [...markup.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))

const BUILT = VISITOR_ROUTES.filter(({ Screen }) => Screen).map(({ path }) => path)

test.each(BUILT)('%s renders with its heading, and the build knows its screen', async (path) => {
  const page = await renderPage(path.replace('{id}', '1'), COMPANY, [], READS)
  expect(page?.markup).toMatch(/<h1[^>]*>[^<]+<\/h1>/)
  expect(page?.markup).toContain('Fisch &amp; Söhne &lt;GmbH&gt;')
  expect(existsSync(join(root, page?.screen ?? ''))).toBe(true)
})

test.each(['/home', '/orders/create-1', '/nowhere', '//', '/maintenance/', '/%6Daintenance'])(
  '%s is not a visitor page',
  async (path) => {
    expect(await renderPage(path, COMPANY)).toBeUndefined()
  },
)

test('the landing page and sign-in name the company and the number to call, and link to nothing that does not exist', async () => {
  for (const path of ['/', '/auth/sign-in']) {
    const { markup = '' } = (await renderPage(path, COMPANY)) ?? {}
    const links = [...markup.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href)
    expect(links.toSorted()).toEqual([
      '/',
      '/auth/forgotten-password',
      '/features',
      '/information',
      '/postcode-request',
      '/product-catalogue',
      '/request',
      '/sign-up',
      'tel:01422555010',
    ])
    for (const [, picture = ''] of markup.matchAll(/<img [^>]*src="([^"]*)"/g))
      expect(existsSync(join(root, 'public', picture))).toBe(true)
  }
  expect((await renderPage('/auth/sign-in', COMPANY))?.markup).toContain(
    'Sign in to Fisch &amp; Söhne &lt;GmbH&gt;</h1>',
  )
})

test.each(Object.keys(VISITOR_TITLES).filter((path) => BUILT.includes(path)))(
  '%s has a title and a description of its own',
  async (path) => {
    const { title = '', description = '' } = (await renderPage(path, COMPANY)) ?? {}
    expect(title).toMatch(/^.{4,40} · Fisch & Söhne <GmbH>$/)
    expect(description.length).toBeGreaterThan(60)
    expect(description.length).toBeLessThan(160)
  },
)

test('a form whose script has not loaded sends nothing, so that no password appears in an address', async () => {
  for (const path of [
    '/',
    '/auth/sign-in',
    '/auth/update-user',
    '/auth/forgotten-password',
    '/auth/reset-link-sent',
    '/auth/reset-password',
    '/auth/password-reset',
    '/sign-up',
    '/request',
    '/postcode-request',
  ]) {
    const forms = (await renderPage(path, COMPANY))?.markup.match(/<form[^>]*>/g) ?? []
    expect(forms).toHaveLength(1)
    for (const form of forms) expect(form).toContain('method="dialog"')
  }
})

test('the company’s colours are present before any script, whatever the configuration', async () => {
  const { styles = '' } = (await renderPage('/', COMPANY)) ?? {}
  expect(styles).toContain('--primary:#0b6e4f')
  expect(styles).toContain('[data-mantine-color-scheme="dark"]')
  expect(styles).not.toContain('<')
})

test('the visitor tree reaches neither the database nor the device', () => {
  const reached = reachedFrom('src/app/visitor/render-page.tsx')
  expect(reached.size).toBeGreaterThan(50)
  const forbidden = [...reached].filter((path) =>
    /^(dexie|src\/(sync|app\/member)\/|src\/device\/(?!device-context|site-data-blocked)|src\/store\/(?!device\/(session|browser-settings|web-storage)))/.test(
      path,
    ),
  )
  expect(forbidden).toEqual([])
})

/** Modules and packages loaded with this one: its value imports, recursively. */
function reachedFrom(start: string): ReadonlySet<string> {
  const found = new Set([start])
  // Iterating over a set includes what is added meanwhile.
  for (const path of found) {
    if (!/\.tsx?$/.test(path)) continue
    const source = readFileSync(join(root, path), 'utf8')
    for (const [, clause = '', from = ''] of source.matchAll(
      /^(?:import|export) ([^'"]*?from )?'([^']+)'/gm,
    )) {
      if (clause.startsWith('type ')) continue
      found.add(
        from.startsWith('#') ? from.slice(1) : from.startsWith('.') ? join(dirname(path), from) : from,
      )
    }
  }
  return found
}

describe('the catalogue', () => {
  test('has its products, levels, filters and pages as links, and a form that the browser can send', async () => {
    const { markup, title, screen } = await page('/product-catalogue?department=Frozen&page=2&promotion=1')
    expect(asked.at(-1)).toEqual({ department: 'Frozen', page: 2, pageLength: 24 })
    expect(title).toBe('Frozen · Fisch & Söhne <GmbH>')
    expect(existsSync(join(root, screen))).toBe(true)
    expect(markup).toContain('25 to 25 of 60 products')
    expect(linksOf(markup)).toEqual(
      expect.arrayContaining([
        '/product-catalogue',
        '/product-catalogue/product-100%2F2',
        '/product-catalogue?department=Frozen&group=Vegetables',
        '/product-catalogue?department=Frozen&suitable_for=vegan',
        '/product-catalogue?department=Frozen',
        '/product-catalogue?department=Frozen&page=3',
      ]),
    )
    const [form = ''] = markup.match(/<form[^>]*>/) ?? []
    expect(form).toContain('method="get"')
    expect(form).toContain('action="/product-catalogue"')
    expect(markup).toMatch(/<input[^>]*name="q"/)
    expect(markup).toMatch(/<button[^>]*type="submit"/)
  })

  test('begins with every department and how many products it has', async () => {
    const { markup } = await page('/product-catalogue')
    expect(markup).toMatch(/>Dairy<\/a><span[^>]*>9 products</)
    expect(linksOf(markup)).toContain('/product-catalogue?department=Dairy')
  })

  test('says so if nothing is found, and keeps searches out of search engines', async () => {
    const nothing = await page('/product-catalogue?q=nothing')
    expect(nothing.markup).toContain('No products found for “nothing”.')
    expect([nothing.canonical, nothing.isFound]).toEqual([null, true])
    expect((await page('/product-catalogue?q=peas')).canonical).toBeNull()
    expect((await page('/product-catalogue?storage_type=frozen')).canonical).toBeNull()
    expect((await page('/product-catalogue?page=2&group=Peas&x=1&department=Frozen')).canonical).toBe(
      '/product-catalogue?department=Frozen&group=Peas&page=2',
    )
  })

  test('brings what it was made of, so that the browser need not ask again', async () => {
    const { replies = [] } = await page('/product-catalogue?q=peas')
    expect(replies).toEqual([
      {
        path: 'product/catalogue/new/search/',
        asked: { queryString: 'peas', page: 1, pageLength: 24 },
        reply: FOUND,
      },
    ])
  })
})

describe('a product of the catalogue', () => {
  const address = '/product-catalogue/product-100%2F2'

  test('has ingredients, allergens, origin and pack, and no price', async () => {
    const { markup, screen, canonical, title, description } = await page(address)
    for (const words of [
      'Garden Peas &lt;/script&gt;</h1>',
      'Peas, <strong>celery</strong> salt.',
      'United Kingdom',
      'Picked and frozen within hours.',
      'Celery',
      'Not declared, please ask us',
      '4 × 2.5 kg',
      '5000112637922',
    ])
      expect(markup).toContain(words)
    expect(markup).not.toMatch(/£|VAT|Unit price|In stock/)
    expect(existsSync(join(root, screen))).toBe(true)
    expect([canonical, title]).toEqual([address, 'Garden Peas </script> · Fisch & Söhne <GmbH>'])
    expect(description).toContain('Fenland')
    expect(linksOf(markup)).toContain('/product-catalogue?department=Frozen&group=Vegetables&category=Peas')
  })

  test('is described to search engines by its code, barcode and place, and not by a price', async () => {
    const { data = [] } = await page(address)
    expect(data).toMatchObject([
      { '@type': 'BreadcrumbList', itemListElement: [{}, {}, {}, {}, { position: 5, item: address }] },
      { '@type': 'Product', sku: '100/2', gtin: '5000112637922', brand: { name: 'Fenland' } },
    ])
    expect(JSON.stringify(data)).not.toContain('offers')
  })

  test('that is not sold is a page that was not found', async () => {
    const { markup, isFound, canonical } = await page('/product-catalogue/product-7')
    expect([isFound, canonical]).toEqual([false, null])
    expect(markup).toContain('No product with code 7. It may no longer be sold.')
  })

  test('has one spelling', async () => {
    expect(await renderPage('/product-catalogue/product-%31', COMPANY, [], READS)).toBeUndefined()
    expect(await renderPage('/product-catalogue/product-1/', COMPANY, [], READS)).toBeUndefined()
  })
})
