import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { VISITOR_TITLES } from '#domain/visitor-pages.ts'
import type { CatalogueService } from '#server/features/catalogue/catalogue.service.ts'
import { Refusal } from '#server/routing/refusal.ts'

export type SitemapOptions = {
  catalogue: Pick<CatalogueService, 'productNumbers' | 'countProducts' | 'places'>
  /** Undefined: as the request has it. */
  publicUrl: string | undefined
  /** Holds robots.txt. */
  clientFolder: string
}

/** A sitemap holds 50,000 addresses at most (https://www.sitemaps.org/protocol.html); a part is read in one go. */
const PRODUCTS_PER_PART = 10_000

const KEPT = 'public, max-age=3600'

/** What search engines may look at: the visitors' pages, every place of the catalogue, and its products in parts. */
export const sitemap = fp(
  async (app, { catalogue, publicUrl, clientFolder }: SitemapOptions) => {
    const urlOf = ({ protocol, host }: FastifyRequest, path: string): string =>
      new URL(path, publicUrl ?? `${protocol}://${host}`).href

    const send = (
      reply: FastifyReply,
      kind: 'sitemapindex' | 'urlset',
      addresses: string[],
    ): FastifyReply => {
      const item = kind === 'urlset' ? 'url' : 'sitemap'
      const items = addresses.map((address) => `<${item}><loc>${escaped(address)}</loc></${item}>`).join('\n')
      return reply
        .header('cache-control', KEPT)
        .type('application/xml; charset=utf-8')
        .send(
          `<?xml version="1.0" encoding="UTF-8"?>\n<${kind} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${items}\n</${kind}>\n`,
        )
    }

    app.get('/sitemap.xml', async (request, reply) => {
      const parts = Math.ceil((await catalogue.countProducts()) / PRODUCTS_PER_PART)
      const products = Array.from({ length: parts }, (_, part) => `/sitemap-products-${part + 1}.xml`)
      const addresses = ['/sitemap-pages.xml', ...products].map((path) => urlOf(request, path))
      return send(reply, 'sitemapindex', addresses)
    })

    app.get('/sitemap-pages.xml', async (request, reply) => {
      const pages = Object.keys(VISITOR_TITLES)
      const places = pathsOfPlaces(await catalogue.places())
      return send(
        reply,
        'urlset',
        [...pages, CATALOGUE, ...places].map((path) => urlOf(request, path)),
      )
    })

    app.get<{ Params: { part: string } }>(
      '/sitemap-products-:part(^\\d{1,4}).xml',
      async (request, reply) => {
        const offset = (Number(request.params.part) - 1) * PRODUCTS_PER_PART
        const numbers = offset < 0 ? [] : await catalogue.productNumbers({ offset, limit: PRODUCTS_PER_PART })
        if (numbers.length === 0) throw new Refusal('not_found')
        const paths = numbers.map((product_no) => `${CATALOGUE}/product-${encodeURIComponent(product_no)}`)
        return send(
          reply,
          'urlset',
          paths.map((path) => urlOf(request, path)),
        )
      },
    )

    const file = join(clientFolder, 'robots.txt')
    const robots = existsSync(file) ? readFileSync(file, 'utf8').trimEnd() : 'User-agent: *'
    app.get('/robots.txt', async (request, reply) =>
      reply
        .header('cache-control', KEPT)
        .type('text/plain; charset=utf-8')
        .send(`${robots}\n\nSitemap: ${urlOf(request, '/sitemap.xml')}\n`),
    )
  },
  { name: 'sitemap' },
)

const CATALOGUE = '/product-catalogue'

/** Departments, their groups and those groups' categories, each once. */
const pathsOfPlaces = (places: Awaited<ReturnType<CatalogueService['places']>>): string[] => [
  ...new Set(
    places.flatMap(({ department, group, category }) => {
      const params = new URLSearchParams({ department })
      const paths = [`${CATALOGUE}?${params}`]
      for (const [level, value] of Object.entries({ group, category })) {
        // A category without a group is not reached by a link.
        if (value === '') break
        params.set(level, value)
        paths.push(`${CATALOGUE}?${params}`)
      }
      return paths
    }),
  ),
]

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
