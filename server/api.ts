import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { accountRequests } from '#contract/account-requests.ts'
import { agentAlerts, customerAgent } from '#contract/agent-alerts.ts'
import { agentBills } from '#contract/agent-bills.ts'
import { agentCustomers, agents } from '#contract/agents.ts'
import { checkIns } from '#contract/check-ins.ts'
import { claims } from '#contract/claims.ts'
import { collectionAddresses } from '#contract/collection-addresses.ts'
import { collectionSites } from '#contract/collection-sites.ts'
import { counts as shelfCounts } from '#contract/counts.ts'
import { customerActivity } from '#contract/customer-activity.ts'
import { deliveryAddresses } from '#contract/delivery-addresses.ts'
import { deliveryPostcodes } from '#contract/delivery-postcodes.ts'
import { discounts } from '#contract/discounts.ts'
import { dismissals } from '#contract/dismissals.ts'
import { distributorAnswers } from '#contract/distributor-answers.ts'
import { distributorCustomerCodes, distributorProductCodes } from '#contract/distributor-codes.ts'
import { distributorOrders } from '#contract/distributor-orders.ts'
import { errorLog } from '#contract/error-log.ts'
import { faq } from '#contract/faq.ts'
import { favourites } from '#contract/favourites.ts'
import { holidays } from '#contract/holidays.ts'
import { information } from '#contract/information.ts'
import { openCounts } from '#contract/open-counts.ts'
import { orderHistory } from '#contract/order-history.ts'
import { activeOrders } from '#contract/orders.ts'
import { ordersPerDay } from '#contract/orders-per-day.ts'
import { ownSafetyNotices } from '#contract/own-safety-notices.ts'
import { paperwork } from '#contract/paperwork.ts'
import { payments } from '#contract/payments.ts'
import { picking } from '#contract/picking.ts'
import { postcodes } from '#contract/postcodes.ts'
import { productSearchAnalysis } from '#contract/product-search-analysis.ts'
import { purchaseHistory } from '#contract/purchase-history.ts'
import { push } from '#contract/push.ts'
import { recalls } from '#contract/recalls.ts'
import { safetyNoticeReport } from '#contract/safety-notice-report.ts'
import { safetyNotices } from '#contract/safety-notices.ts'
import { savedViews } from '#contract/saved-views.ts'
import { maintainedAdverts, tradeTerms } from '#contract/search-terms.ts'
import { serverMaintenance } from '#contract/server-maintenance.ts'
import { staffHome } from '#contract/staff-home.ts'
import { stockAlertReport } from '#contract/stock-alert-report.ts'
import { stockAlerts } from '#contract/stock-alerts.ts'
import { trollyViewers } from '#contract/trolly-viewers.ts'
import { users } from '#contract/users.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { agentBillsService } from './features/agents/agent-bills.service.ts'
import { customerAgentService, seenByService } from './features/agents/agents.service.ts'
import { accountRoutes } from './features/auth/account.routes.ts'
import { accountService } from './features/auth/account.service.ts'
import { authRoutes } from './features/auth/auth.routes.ts'
import { authService } from './features/auth/auth.service.ts'
import { completeSignInOf } from './features/auth/complete-sign-in.ts'
import { passkeysRoutes } from './features/auth/passkeys.routes.ts'
import { passkeysService } from './features/auth/passkeys.service.ts'
import { passwordResetsOf } from './features/auth/password-resets.ts'
import { openPasswordRules } from './features/auth/password-rules.ts'
import { secondFactorRoutes } from './features/auth/second-factor.routes.ts'
import { secondFactorService } from './features/auth/second-factor.service.ts'
import { securityOf } from './features/auth/security.ts'
import { signInCodesRoutes } from './features/auth/sign-in-codes.routes.ts'
import { signInCodesOf } from './features/auth/sign-in-codes.ts'
import { signInLocks } from './features/auth/sign-in-locks.ts'
import { catalogueRoutes } from './features/catalogue/catalogue.routes.ts'
import type { CatalogueService } from './features/catalogue/catalogue.service.ts'
import { checkInsService } from './features/check-ins/check-ins.service.ts'
import { claimsService } from './features/check-ins/claims.service.ts'
import { checkoutRoutes } from './features/checkout/checkout.routes.ts'
import { checkoutService } from './features/checkout/checkout.service.ts'
import { findOrderOfBasket } from './features/checkout/orders.repository.ts'
import { collectionAddressesService } from './features/collection-addresses/collection-addresses.service.ts'
import { findSetting } from './features/config/config.repository.ts'
import { configRoutes } from './features/config/config.routes.ts'
import { configService, windowOf } from './features/config/config.service.ts'
import { countsService } from './features/counts/counts.service.ts'
import { customerActivityService } from './features/customer-activity/customer-activity.service.ts'
import { customersRoutes } from './features/customers/customers.routes.ts'
import { customersService } from './features/customers/customers.service.ts'
import { deliveryAddressesService } from './features/delivery-addresses/delivery-addresses.service.ts'
import { dismissalsService } from './features/dismissals/dismissals.service.ts'
import { distributorAnswersService } from './features/distributor-orders/answers.service.ts'
import { distributorOrdersService } from './features/distributor-orders/distributor-orders.service.ts'
import { errorLogService } from './features/error-log/error-log.service.ts'
import { seqRelayOf } from './features/error-log/seq-relay.ts'
import { faqService } from './features/faq/faq.service.ts'
import { favouritesService } from './features/favourites/favourites.service.ts'
import { informationService } from './features/information/information.service.ts'
import { accountRequestsService } from './features/joining/account-requests.service.ts'
import { joiningRoutes } from './features/joining/joining.routes.ts'
import { postcodesService } from './features/joining/postcodes.service.ts'
import { liveRoutes } from './features/live/live.routes.ts'
import { type LiveSettings, openLive } from './features/live/open-live.ts'
import { viewersService } from './features/live/viewers.service.ts'
import {
  distributorCustomerCodesService,
  distributorProductCodesService,
} from './features/maintained/distributor-nouns.ts'
import {
  advertsService,
  agentAlertsService,
  agentCustomersService,
  agentsService,
  collectionSitesService,
  deliveryPostcodesService,
  discountsService,
  holidaysService,
  recallsService,
  tradeTermsService,
} from './features/maintained/nouns.ts'
import { operationsRoutes } from './features/operations/operations.routes.ts'
import { operationsService } from './features/operations/operations.service.ts'
import { activeOrdersService } from './features/orders/active-orders.service.ts'
import { orderHistoryService } from './features/orders/order-history.service.ts'
import { ordersPerDayService } from './features/orders-per-day/orders-per-day.service.ts'
import { paperworkService } from './features/paperwork/paperwork.service.ts'
import { openPrinter } from './features/paperwork/printer.ts'
import type { CardPayments } from './features/payments/card-payments.ts'
import { paymentsService } from './features/payments/payments.service.ts'
import { pickingService } from './features/picking/picking.service.ts'
import { productSearchAnalysisService } from './features/product-search-analysis/product-search-analysis.service.ts'
import { productsRoutes } from './features/products/products.routes.ts'
import { productsService } from './features/products/products.service.ts'
import type { SearchEngine } from './features/products/search/search-engine.ts'
import type { SearchTermsService } from './features/products/search/search-terms.service.ts'
import { purchaseHistoryService } from './features/purchase-history/purchase-history.service.ts'
import { pushService } from './features/push/push.service.ts'
import type { VapidKeys } from './features/push/vapid-keys.ts'
import {
  recallTrialService,
  safetyNoticeReportService,
} from './features/safety-notices/safety-notice-report.service.ts'
import { safetyNoticesService } from './features/safety-notices/safety-notices.service.ts'
import { savedViewsService } from './features/saved-views/saved-views.service.ts'
import { serverBackupsOf } from './features/server-maintenance/server-backups.ts'
import {
  type RequestCounts,
  serverMaintenanceService,
} from './features/server-maintenance/server-maintenance.service.ts'
import { staffHomeService } from './features/staff-home/staff-home.service.ts'
import { stockAlertsService } from './features/stock-alerts/stock-alerts.service.ts'
import { templateCreationService } from './features/templates/template-creation.service.ts'
import { templateItemsService } from './features/templates/template-items.service.ts'
import { templatesRoutes } from './features/templates/templates.routes.ts'
import { templatesService } from './features/templates/templates.service.ts'
import { discountTrialService, postcodeTrialService } from './features/trials/trials.service.ts'
import { linesService } from './features/trollies/lines.service.ts'
import { trolliesRoutes } from './features/trollies/trollies.routes.ts'
import { trolliesService } from './features/trollies/trollies.service.ts'
import { trollyMutationOf } from './features/trollies/trolly-mutation.ts'
import { usersService } from './features/users/users.service.ts'
import type { Passwords } from './passwords.ts'
import { auth } from './plugins/auth.ts'
import { compression } from './plugins/compression.ts'
import { type Epoch, epochHeader } from './plugins/epoch.ts'
import { maintenance } from './plugins/maintenance.ts'
import { openapi } from './plugins/openapi.ts'
import { rateLimit } from './plugins/rate-limit.ts'
import { salesRanks } from './plugins/sales-ranks.ts'
import { afterReplyOf } from './routing/after-reply.ts'
import { answerCalls } from './routing/answers.ts'
import { defineApi } from './routing/api.ts'
import { parseJson, readBodyText } from './routing/json-body.ts'
import { listSearchOf } from './routing/list-search.ts'
import { Refusal } from './routing/refusal.ts'

export type ApiPartsOfApp = {
  config: Config
  database: Database
  epoch: Epoch
  now: () => Date
  version: string
  passwords: Passwords
  cards: CardPayments | undefined
  search: SearchEngine
  searchTerms: SearchTermsService
  /** Visitors' pages read it too. */
  catalogue: CatalogueService
  onRestored: ((epoch: string) => Promise<void>) | undefined
  counts: RequestCounts
  live: Partial<LiveSettings> | undefined
  /** Of notifications. */
  pushKeys: () => Promise<VapidKeys>
}

/** The contract's routes: shared plugins first, then the features. */
export const api = async (
  app: FastifyInstance,
  {
    config,
    database,
    epoch,
    now,
    version,
    passwords,
    cards,
    search,
    searchTerms,
    catalogue,
    onRestored,
    counts,
    live,
    pushKeys,
  }: ApiPartsOfApp,
): Promise<void> => {
  const security = securityOf(secretOf(database))
  const locks = signInLocks(database)
  const configs = configService({ database, config })
  const companyName = async () => (await configs.company()).general.company_name
  const required = config.secondFactorFor
  const secondFactors = secondFactorService({ database, security, required, companyName, now })
  const completeSignIn = completeSignInOf({ database, security, secondFactorOwed: secondFactors.owed, now })
  const auths = authService({
    database,
    seeEpoch: epoch.see,
    security,
    locks,
    completeSignIn,
    passwords,
    now,
  })

  await app.register(rateLimit, { redisUrl: config.redisUrl, factor: config.rateLimitFactor })
  // Before any database query.
  app.addHook('onRequest', (request) => app.limits.byAddress(request))
  // Before its body, which may be large and anybody's.
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.endpoint === errorLog.report) await app.limits.errorLog(request)
  })
  await app.register(epochHeader, { epoch })
  await app.register(jsonBodies)
  await app.register(compression)
  await app.register(auth, { findCaller: auths.findCaller })
  await app.register(maintenance, {
    findWindow: async () => windowOf(await findSetting(database, 'maintenance')),
    now,
  })
  await app.register(salesRanks, { database })
  await app.register(openapi, { version })
  // Personal replies must not be reused by a proxy or the browser's cache.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  // Inside /api/, so that unknown addresses get the headers and limits above.
  await app.register(
    async (unknown) => {
      // Before its body, which nobody needs to read.
      unknown.addHook('onRequest', async () => {
        throw new Refusal('not_found')
      })
      unknown.setNotFoundHandler(async () => undefined)
    },
    { prefix: '/api' },
  )

  const printer = openPrinter()
  app.addHook('onClose', printer.close)
  const relay = seqRelayOf({ config, log: app.log })
  app.addHook('onClose', async () => relay?.close())
  const rules = openPasswordRules()
  app.addHook('onClose', rules.close)
  const afterReply = afterReplyOf(app)
  const backups = serverBackupsOf({
    folder: join(config.dataDir, 'backups'),
    url: database.$client.options.connectionString ?? '',
  })
  app.addHook('onClose', backups.close)
  const streams = openLive(app, { database, settings: live })

  defineApi(app, { database, now, currentEpoch: epoch.current }, (api) => {
    const trollyMutation = trollyMutationOf({ api, findOrder: findOrderOfBasket })
    authRoutes(api, auths, app.limits.signIn)
    const resets = passwordResetsOf({ database, security, passwords, now })
    const accounts = accountService({ database, security, locks, passwords, rules, resets, now })
    const service = passkeysService({ database, security, locks, completeSignIn, now })
    passkeysRoutes({ api, service, limits: app.limits, publicUrl: config.publicUrl, companyName })
    secondFactorRoutes(api, secondFactors, app.limits.signIn)
    accountRoutes({ api, service: accounts, resets, limits: app.limits, afterReply })
    signInCodesRoutes(api, signInCodesOf({ database, security, passwords, now }), app.limits)
    configRoutes(api, configs)
    answerCalls(api, information, informationService({ database, now, ...configs }))
    joiningRoutes(api, { database, company: configs.company, rules, passwords, security, now }, app.limits)
    answerCalls(
      api,
      accountRequests,
      accountRequestsService({ database, company: configs.company, passwords, now }),
    )
    answerCalls(api, users, usersService({ database, company: configs.company, passwords, security, now }))
    answerCalls(
      api,
      serverMaintenance,
      serverMaintenanceService({
        database,
        configs,
        version,
        counts,
        backups,
        startedAt: new Date(Date.now() - process.uptime() * 1_000),
        now,
        onWindow: app.maintenanceChanged,
      }),
    )
    trolliesRoutes({
      api,
      trollyMutation,
      heads: trolliesService({ database }),
      lines: linesService(),
    })
    liveRoutes(api, streams)
    answerCalls(api, trollyViewers, viewersService({ database }))
    checkoutRoutes(trollyMutation, checkoutService({ cardOffered: cards !== undefined }))
    customersRoutes(api, customersService({ database, now }))
    answerCalls(api, deliveryAddresses, deliveryAddressesService({ database, now }))
    answerCalls(api, postcodes, postcodesService({ database, company: configs.company, now }))
    answerCalls(api, collectionSites, collectionSitesService({ database, now }))
    answerCalls(api, deliveryPostcodes, {
      ...deliveryPostcodesService({ database, now }),
      ...postcodeTrialService({ database, now }),
    })
    answerCalls(api, discounts, {
      ...discountsService({ database, now }),
      ...discountTrialService({ database, now }),
    })
    answerCalls(api, holidays, holidaysService({ database, now }))
    answerCalls(api, tradeTerms, tradeTermsService({ database, now }))
    answerCalls(api, maintainedAdverts, advertsService({ database, now }))
    answerCalls(api, agents, agentsService({ database, now }))
    answerCalls(api, agentCustomers, agentCustomersService({ database, now }))
    answerCalls(api, agentAlerts, {
      ...agentAlertsService({ database, now }),
      ...seenByService({ database }),
    })
    answerCalls(api, distributorCustomerCodes, distributorCustomerCodesService({ database, now }))
    answerCalls(api, distributorProductCodes, distributorProductCodesService({ database, now }))
    answerCalls(
      api,
      distributorOrders,
      distributorOrdersService({ database, trollies: trolliesService({ database }) }),
    )
    answerCalls(api, customerAgent, customerAgentService({ database, now }))
    answerCalls(api, agentBills, agentBillsService({ database, now }))
    answerCalls(api, collectionAddresses, collectionAddressesService({ database, now }))
    productsRoutes(api, productsService({ database, engine: search, terms: searchTerms, onRestored, now }))
    answerCalls(api, errorLog, errorLogService(relay))
    catalogueRoutes(api, catalogue)
    answerCalls(api, { ...shelfCounts, ...openCounts }, countsService({ database }))
    answerCalls(api, favourites, favouritesService({ database }))
    answerCalls(api, dismissals, dismissalsService({ database }))
    answerCalls(api, purchaseHistory, purchaseHistoryService({ database, now }))
    answerCalls(api, faq, faqService({ database, now }))
    const searchList = listSearchOf(database)
    answerCalls(api, productSearchAnalysis, productSearchAnalysisService({ database, searchList, now }))
    answerCalls(api, customerActivity, customerActivityService({ searchList, now }))
    answerCalls(api, distributorAnswers, distributorAnswersService({ database, now, ...configs }))
    answerCalls(api, ordersPerDay, ordersPerDayService({ searchList, now }))
    answerCalls(
      api,
      activeOrders,
      activeOrdersService({ database, searchList, cards, now, limitMail: app.limits.mail }),
    )
    answerCalls(
      api,
      { ...stockAlerts, ...stockAlertReport },
      stockAlertsService({ database, searchList, now }),
    )
    answerCalls(api, checkIns, checkInsService())
    answerCalls(api, claims, claimsService({ database, searchList, now }))
    answerCalls(api, picking, pickingService())
    answerCalls(api, push, pushService({ database, config, keys: pushKeys, now }))
    answerCalls(api, { ...safetyNotices, ...ownSafetyNotices }, safetyNoticesService({ database }))
    answerCalls(api, safetyNoticeReport, safetyNoticeReportService({ database, searchList, now }))
    answerCalls(api, recalls, { ...recallsService({ database, now }), ...recallTrialService({ database }) })
    answerCalls(api, savedViews, savedViewsService({ database }))
    answerCalls(api, staffHome, staffHomeService({ database, now }))
    answerCalls(api, orderHistory, orderHistoryService({ database, searchList }))
    answerCalls(api, paperwork, paperworkService({ database, searchList, now, printer, ...configs }))
    answerCalls(api, payments, paymentsService({ database, cards, now }))
    templatesRoutes({
      api,
      lists: templatesService({ database }),
      creation: templateCreationService(),
      items: templateItemsService(),
    })
    operationsRoutes(
      api,
      operationsService({
        findBatched: api.findBatched,
        onFault: (error) => app.log.error({ err: error }, 'fault in an operation'),
      }),
      app.limits.byUser,
    )
  })
}

/** Read once, since it never changes. */
const secretOf = (database: Database): (() => Promise<string>) => {
  let known: string | undefined
  return async () => {
    const value = known ?? (await findSetting(database, 'secret'))
    if (typeof value !== 'string') throw new Error('The settings lack the secret.')
    known = value
    return value
  }
}

/** JSON only. Keyed changes keep their raw text: its bytes identify a repeat. */
const jsonBodies = fp(
  async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async (request: FastifyRequest, bytes: Buffer) => {
        const text = readBodyText(bytes, request.headers['content-encoding'])
        if (request.routeOptions.config.endpoint?.repeat === 'keyed') return text
        return text === '' ? undefined : parseJson(text)
      },
    )
  },
  { name: 'json-bodies' },
)
