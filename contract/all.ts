import { account } from './account.ts'
import { accountRequests } from './account-requests.ts'
import { agentAlerts, customerAgent } from './agent-alerts.ts'
import { agentBills } from './agent-bills.ts'
import { agentCustomers, agents } from './agents.ts'
import { auth } from './auth.ts'
import { catalogue } from './catalogue.ts'
import { checkIns } from './check-ins.ts'
import { claims } from './claims.ts'
import { collectionAddresses } from './collection-addresses.ts'
import { collectionSites } from './collection-sites.ts'
import { config } from './config.ts'
import { counts } from './counts.ts'
import { customerActivity } from './customer-activity.ts'
import { customers } from './customers.ts'
import { deliveryAddresses } from './delivery-addresses.ts'
import { deliveryPostcodes } from './delivery-postcodes.ts'
import { discounts } from './discounts.ts'
import { dismissals } from './dismissals.ts'
import { distributorAnswers } from './distributor-answers.ts'
import { distributorCustomerCodes, distributorProductCodes } from './distributor-codes.ts'
import { distributorOrders } from './distributor-orders.ts'
import type { Endpoint } from './endpoint.ts'
import { errorLog } from './error-log.ts'
import { faq } from './faq.ts'
import { favourites } from './favourites.ts'
import { health } from './health.ts'
import { holidays } from './holidays.ts'
import { information } from './information.ts'
import { joining } from './joining.ts'
import { live } from './live.ts'
import { openCounts } from './open-counts.ts'
import { operations } from './operations.ts'
import { orderHistory } from './order-history.ts'
import { activeOrders } from './orders.ts'
import { ordersPerDay } from './orders-per-day.ts'
import { ownSafetyNotices } from './own-safety-notices.ts'
import { paperwork } from './paperwork.ts'
import { passkeys } from './passkeys.ts'
import { payments } from './payments.ts'
import { picking } from './picking.ts'
import { postcodes } from './postcodes.ts'
import { productSearch } from './product-search.ts'
import { productSearchAnalysis } from './product-search-analysis.ts'
import { productSuggestions } from './product-suggestions.ts'
import { products } from './products.ts'
import { purchaseHistory } from './purchase-history.ts'
import { push } from './push.ts'
import { recalls } from './recalls.ts'
import { safetyNoticeReport } from './safety-notice-report.ts'
import { safetyNotices } from './safety-notices.ts'
import { savedViews } from './saved-views.ts'
import { maintainedAdverts, tradeTerms } from './search-terms.ts'
import { secondFactor } from './second-factor.ts'
import { serverMaintenance } from './server-maintenance.ts'
import { signInCodes } from './sign-in-codes.ts'
import { staffHome } from './staff-home.ts'
import { stockAlertReport } from './stock-alert-report.ts'
import { stockAlerts } from './stock-alerts.ts'
import { templateReads } from './template-reads.ts'
import { templates } from './templates.ts'
import { trollies } from './trollies.ts'
import { trollyViewers } from './trolly-viewers.ts'
import { users } from './users.ts'

/** All calls by noun. Tests of access, fuzzing and the API description use this list. */
export const CONTRACT: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = {
  account,
  accountRequests,
  activeOrders,
  agentAlerts,
  agentBills,
  agentCustomers,
  agents,
  auth,
  trollies,
  catalogue,
  checkIns,
  claims,
  collectionAddresses,
  collectionSites,
  config,
  customerActivity,
  customerAgent,
  customers,
  deliveryAddresses,
  deliveryPostcodes,
  discounts,
  dismissals,
  distributorCustomerCodes,
  distributorOrders,
  distributorAnswers,
  distributorProductCodes,
  errorLog,
  faq,
  counts,
  openCounts,
  favourites,
  health,
  holidays,
  information,
  joining,
  live,
  maintainedAdverts,
  operations,
  orderHistory,
  ordersPerDay,
  ownSafetyNotices,
  paperwork,
  passkeys,
  payments,
  picking,
  postcodes,
  products,
  productSearch,
  productSuggestions,
  productSearchAnalysis,
  purchaseHistory,
  push,
  recalls,
  safetyNoticeReport,
  safetyNotices,
  savedViews,
  secondFactor,
  serverMaintenance,
  signInCodes,
  staffHome,
  stockAlertReport,
  stockAlerts,
  templateReads,
  templates,
  tradeTerms,
  trollyViewers,
  users,
}

export const ALL: readonly Endpoint[] = Object.values(CONTRACT).flatMap((calls) => Object.values(calls))
