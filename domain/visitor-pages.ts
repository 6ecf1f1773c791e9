/**
 * The titles of the pages that a visitor may open from outside: the server writes them into the page's head and lists the pages in
 * its sitemap, the app writes them into the tab. Their descriptions, which no browser needs, are in src/app/visitor/page-head.ts.
 */
export const VISITOR_TITLES = {
  '/': 'Order your kitchen’s food',
  '/auth/sign-in': 'Sign in',
  '/auth/forgotten-password': 'Forgotten password',
  '/sign-up': 'Open a cash account',
  '/request': 'Ask for a trade account',
  '/postcode-request': 'Do we deliver to you?',
  '/features': 'What you can do here',
  '/information': 'Information',
} as const

/** Undefined for pages that only follow from others, such as the one after a session has ended. */
export const findVisitorTitle = (path: string): string | undefined =>
  isVisitorPage(path) ? VISITOR_TITLES[path] : undefined

export const isVisitorPage = (path: string): path is keyof typeof VISITOR_TITLES =>
  Object.hasOwn(VISITOR_TITLES, path)

export const pageTitleOf = (title: string, company: string): string => `${title} · ${company}`

/** A call's reply that a page is rendered and hydrated with. */
export type PageReply = { path: string; asked?: object; reply: unknown }
