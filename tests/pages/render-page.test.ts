import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { CompanyConfig } from '#contract/config.ts'
import { VISITOR_PAGES } from '#domain/visitor-pages.ts'
import { renderPage } from '#src/app/visitor/render-page.tsx'
import { VISITOR_ROUTES } from '#src/app/visitor/visitor-routes.ts'

// Runs without a window, as on the server.

const root = join(import.meta.dirname, '../..')
const COMPANY: CompanyConfig = {
  app_env: 'production',
  announcement: null,
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
const BUILT = VISITOR_ROUTES.filter(({ Screen }) => Screen).map(({ path }) => path)

test.each(BUILT)('%s renders with its heading, and the build knows its screen', async (path) => {
  const page = await renderPage(path, COMPANY)
  expect(page?.markup).toMatch(/<h1[^>]*>[^<]+<\/h1>/)
  expect(page?.markup).toContain('Fisch &amp; Söhne &lt;GmbH&gt;')
  expect(existsSync(join(root, page?.screen ?? ''))).toBe(true)
})

test.each(['/home', '/orders/create-1', '/sign-up', '/nowhere', '//', '/maintenance/', '/%6Daintenance'])(
  '%s is not a visitor page',
  async (path) => {
    expect(await renderPage(path, COMPANY)).toBeUndefined()
  },
)

test('the landing page and sign-in name the company and the number to call, and link to nothing that does not exist', async () => {
  for (const path of ['/', '/auth/sign-in']) {
    const { markup = '' } = (await renderPage(path, COMPANY)) ?? {}
    const links = [...markup.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href)
    expect(new Set(links)).toEqual(new Set(['/', 'tel:01422555010']))
    for (const [, picture = ''] of markup.matchAll(/<img [^>]*src="([^"]*)"/g))
      expect(existsSync(join(root, 'public', picture))).toBe(true)
  }
  expect((await renderPage('/auth/sign-in', COMPANY))?.markup).toContain(
    'Sign in to Fisch &amp; Söhne &lt;GmbH&gt;</h1>',
  )
})

test.each(Object.keys(VISITOR_PAGES).filter((path) => BUILT.includes(path)))(
  '%s has a title and a description of its own',
  async (path) => {
    const { title = '', description = '' } = (await renderPage(path, COMPANY)) ?? {}
    expect(title).toMatch(/^.{4,40} · Fisch & Söhne <GmbH>$/)
    expect(description.length).toBeGreaterThan(60)
    expect(description.length).toBeLessThan(160)
  },
)

test('a form whose script has not loaded sends nothing, so that no password appears in an address', async () => {
  for (const path of ['/', '/auth/sign-in']) {
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
