/**
 * What search engines and browser tabs are told of the pages that a visitor may open. The server writes it into the page's head,
 * and the app into the tab's title. Addresses with a place in the sitemap are those that lead in from outside.
 */
export type VisitorPage = { title: string; description: string; inSitemap: boolean }

export const VISITOR_PAGES = {
  '/': {
    title: 'Order your kitchen’s food',
    description:
      'Trade food ordering on any phone: your usual products, your prices and what is in stock, even in the cold store without signal.',
    inSitemap: true,
  },
  '/auth/sign-in': {
    title: 'Sign in',
    description: 'Sign in to order for your kitchen, see your deliveries and get copies of your invoices.',
    inSitemap: true,
  },
  '/sign-up': {
    title: 'Open a cash account',
    description:
      'Open a cash account in a few minutes: check that we deliver to you, choose a password and begin your first order.',
    inSitemap: true,
  },
  '/request': {
    title: 'Ask for a trade account',
    description:
      'Ask for a trade account with credit for your pub, café, school or care home. We check the details and write back.',
    inSitemap: true,
  },
  '/postcode-request': {
    title: 'Do we deliver to you?',
    description:
      'Enter your postcode to see whether we deliver to you, on which days, and what the minimum order and delivery charge are.',
    inSitemap: true,
  },
  '/features': {
    title: 'What you can do here',
    description:
      'What you can do with online ordering, how to install it on a phone or a computer, and what is new.',
    inSitemap: true,
  },
  '/information': {
    title: 'Information',
    description:
      'Terms, delivery areas, contacts, product recalls and how we tell you about allergens, on one page.',
    inSitemap: true,
  },
} satisfies Record<string, VisitorPage>

/** Undefined for pages that only follow from others, such as the one after a session has ended. */
export const findVisitorPage = (path: string): VisitorPage | undefined =>
  Object.hasOwn(VISITOR_PAGES, path) ? VISITOR_PAGES[path as keyof typeof VISITOR_PAGES] : undefined

export const pageTitleOf = ({ title }: Pick<VisitorPage, 'title'>, company: string): string =>
  `${title} · ${company}`

/** A call's reply that a page is rendered and hydrated with. */
export type PageReply = { path: string; asked?: object; reply: unknown }
