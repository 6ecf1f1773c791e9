import { findRoute } from '#src/app/route-match.ts'
import { findChoice } from '#src/store/choice.ts'
import { readTemplateAhead } from '#src/store/opened-template.ts'
import { readTrollyAhead } from '#src/store/trollies/watch-open-trolly.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { TROLLY_PAGES } from './use-trolly-at-hand.ts'

const TEMPLATE_PAGES = [{ path: '/orders/templates-{id}' }]

/** Reads from the device what the page shows first. */
export const readAhead = async (database: UserDatabase, pathname: string): Promise<void> => {
  const opened = findRoute(TROLLY_PAGES, pathname)?.params.id
  if (opened !== undefined) return readTrollyAhead({ database, trollyId: opened })
  const template = findRoute(TEMPLATE_PAGES, pathname)?.params.id
  const choice = template === undefined ? undefined : await findChoice(database)
  if (template === undefined || !choice) return
  const { customer, trollyId } = choice
  await Promise.all([
    readTemplateAhead({ database, id: template, priceListId: customer.priceListId }),
    trollyId === null ? undefined : readTrollyAhead({ database, trollyId }),
  ])
}
