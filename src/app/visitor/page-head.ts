import type { CatalogueDetail, CatalogueReply } from '#contract/catalogue.ts'
import type { VISITOR_TITLES } from '#domain/visitor-pages.ts'
import { LEVELS, type Level } from '#search/public-filters.ts'
import {
  CATALOGUE_PATH,
  cataloguePath,
  catalogueTitle,
  type PublicRequest,
  publicProductPath,
} from '#src/features/search/catalogue/public-queries.ts'

/** For search engines and for links that are shared. Paths, since the server knows its origin. */
export type PageHead = {
  /** The page's heading. */
  title: string
  description: string
  /** The one address of what the page shows; null keeps it out of search engines. */
  canonical: string | null
  /** schema.org's data; each value under `url` or `item` is a path. */
  data: object[]
}

/** For search engines. */
export const DESCRIPTIONS: Readonly<Record<keyof typeof VISITOR_TITLES, string>> = {
  '/': 'Trade food ordering on any phone: your usual products, your prices and what is in stock, even in the cold store without signal.',
  '/auth/sign-in': 'Sign in to order for your kitchen, see your deliveries and get copies of your invoices.',
  '/auth/forgotten-password':
    'Get a link and a code by e-mail to choose a new password, if you have forgotten yours or never had one.',
  '/sign-up':
    'Open a cash account in a few minutes: check that we deliver to you, choose a password and begin your first order.',
  '/request':
    'Ask for a trade account with credit for your pub, café, school or care home. We check the details and write back.',
  '/postcode-request':
    'Enter your postcode to see whether we deliver to you, on which days, and what the minimum order and delivery charge are.',
  '/features':
    'What you can do with online ordering, how to install it on a phone or a computer, and what is new.',
  '/information':
    'Terms, delivery areas, contacts, product recalls and how we tell you about allergens, on one page.',
}

export const catalogueHead = (
  request: PublicRequest,
  { found, company }: { found: CatalogueReply; company: string },
): PageHead => {
  const { text, page, filters } = request
  const place = LEVELS.flatMap((level) => filters[level] ?? [])
  const name = place.at(-1)
  const isNarrowed = text !== '' || Object.keys(filters).some((filter) => !LEVELS.includes(filter as Level))
  return {
    title: catalogueTitle(request),
    description: name
      ? `${name} from ${company}: products with ingredients, allergens, origin and pack sizes.`
      : `The products of ${company} for kitchens: search by name or code, and see ingredients, allergens, origin and pack sizes.`,
    // Searches and empty pages are endless.
    canonical: isNarrowed || found.data.length === 0 ? null : cataloguePath({ page, filters }),
    data: [
      breadcrumbs(place),
      {
        '@type': 'ItemList',
        itemListElement: found.data.map((product, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name: product.name,
          url: publicProductPath(product.product_no),
        })),
      },
    ],
  }
}

export const productHead = (product: CatalogueDetail, company: string): PageHead => {
  const { product_no, name, brand, pack, department, group, category, description, gtins } = product
  const words = [name, brand, pack].filter(Boolean).join(', ')
  const [gtin] = gtins
  const url = publicProductPath(product_no)
  return {
    title: name,
    description: `${words}. Ingredients, allergens and origin. Order from ${company}.`,
    canonical: url,
    data: [
      breadcrumbs([department, group, category].filter(Boolean), { name, url }),
      {
        '@type': 'Product',
        name,
        sku: product_no,
        url,
        ...(description !== '' && { description }),
        ...(brand !== '' && { brand: { '@type': 'Brand', name: brand } }),
        ...(category !== '' && { category }),
        ...(gtin !== undefined && { gtin }),
      },
    ],
  }
}

const breadcrumbs = (place: readonly string[], last?: { name: string; url: string }) => {
  const levels = place.map((name, index) => ({
    name,
    url: cataloguePath({
      filters: Object.fromEntries(place.slice(0, index + 1).map((value, at) => [LEVELS[at] ?? '', value])),
    }),
  }))
  const all = [{ name: 'Product catalogue', url: CATALOGUE_PATH }, ...levels, ...(last ? [last] : [])]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: all.map(({ name, url }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url,
    })),
  }
}
