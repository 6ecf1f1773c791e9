import { findRoute } from '#src/app/route-match.ts'
import { findChoice } from '#src/store/choice.ts'
import { findTemplateAhead, readTemplateAhead } from '#src/store/opened-template.ts'
import { findTrollyAhead, readTrollyAhead } from '#src/store/trollies/watch-open-trolly.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { loadVirtualRows, VIRTUAL_FROM } from '#src/ui/list/use-virtual-rows.ts'
import { TROLLY_PAGES } from './use-trolly-at-hand.ts'

const TEMPLATE_PAGES = [{ path: '/orders/templates-{id}' }]

/** Reads from the device what the page shows first, and loads what draws its list. */
export const readAhead = async (database: UserDatabase, pathname: string): Promise<void> => {
  const rowCount = await readPage(database, pathname)
  // The list itself tries again.
  if (rowCount > VIRTUAL_FROM) await loadVirtualRows().catch(() => {})
}

/** @returns the length of the page's list */
const readPage = async (database: UserDatabase, pathname: string): Promise<number> => {
  const opened = findRoute(TROLLY_PAGES, pathname)?.params.id
  if (opened !== undefined) return readTrolly(database, opened)
  const template = findRoute(TEMPLATE_PAGES, pathname)?.params.id
  const choice = template === undefined ? undefined : await findChoice(database)
  if (template === undefined || !choice) return 0
  const { customer, trollyId } = choice
  const parts = { database, id: template, priceListId: customer.priceListId }
  await Promise.all([
    readTemplateAhead(parts),
    trollyId === null ? undefined : readTrolly(database, trollyId),
  ])
  const found = findTemplateAhead(parts)
  return found?.state === 'ready' ? (found.value.template?.items.length ?? 0) : 0
}

const readTrolly = async (database: UserDatabase, trollyId: string): Promise<number> => {
  await readTrollyAhead({ database, trollyId })
  const found = findTrollyAhead({ database, trollyId })
  return found?.state === 'ready' ? (found.value?.rows.length ?? 0) : 0
}
