import { CHECK_INS } from '#domain/check-ins.ts'
import { COUNTS } from '#domain/counts/count.ts'
import { DISMISSALS } from '#domain/dismissals.ts'
import { FAVOURITES } from '#domain/favourites.ts'
import { SAFETY } from '#domain/safety-notices.ts'
import { STOCK_ALERTS } from '#domain/stock-alerts.ts'
import { TEMPLATE } from '#domain/templates/operation.ts'
import { TROLLY } from '#domain/trollies/operation.ts'
import { checkInsNoun } from './check-ins.ts'
import { countsNoun } from './counts/noun.ts'
import { dismissalsNoun } from './dismissals.ts'
import type { Nouns } from './engine/noun.ts'
import { favouritesNoun } from './favourites.ts'
import { safetyNoun } from './safety-notices.ts'
import { stockAlertsNoun } from './stock-alerts.ts'
import { templateNoun } from './templates/noun.ts'
import { trollyNoun } from './trollies/noun.ts'

/** Everything whose changes wait on the device, by the first part of its lanes. */
export const NOUNS: Nouns = {
  [TROLLY]: trollyNoun,
  [FAVOURITES]: favouritesNoun,
  [CHECK_INS]: checkInsNoun,
  [STOCK_ALERTS]: stockAlertsNoun,
  [DISMISSALS]: dismissalsNoun,
  [SAFETY]: safetyNoun,
  [TEMPLATE]: templateNoun,
  [COUNTS]: countsNoun,
}
