import { liveQuery } from 'dexie'
import type { Product } from '#domain/product.ts'
import type { TemplateView } from '#domain/templates/view.ts'
import { FAILED, orFailed } from './or-failed.ts'
import { findProducts } from './products/pricing.ts'
import { findTemplate } from './templates.ts'
import type { UserDatabase } from './user-database.ts'
import { watchedAhead } from './watched-ahead.ts'

/** With the products of its first screen. */
export type OpenedTemplate = {
  template: TemplateView | undefined
  first: ReadonlyMap<string, Product> | undefined
}

type Parts = { database: UserDatabase; id: string; priceListId: string }

/** Two requests to the database for each product: hundreds take longer than all the rest of the page. */
const FIRST_SCREEN = 12

const readOpened = async ({ database, id, priceListId }: Parts): Promise<OpenedTemplate> => {
  const template = await findTemplate(database, id)
  if (!template) return { template, first: undefined }
  const first = template.items.slice(0, FIRST_SCREEN).map(({ product_no }) => product_no)
  return { template, first: await findProducts(database, priceListId, first) }
}

export const {
  watch: watchOpenedTemplate,
  read: readTemplateAhead,
  find: findTemplateAhead,
} = watchedAhead<Parts, OpenedTemplate>(
  (parts, tell) => {
    const reading = liveQuery(() => orFailed(readOpened(parts))).subscribe((read) =>
      tell(read === FAILED ? { state: 'failed' } : { state: 'ready', value: read }),
    )
    return () => reading.unsubscribe()
  },
  ({ id, priceListId }) => `${id} ${priceListId}`,
)
