import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify'
import { information } from '#contract/information.ts'
import type { PageReply } from '#domain/visitor-pages.ts'
import { api } from './api.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { deleteOldRecords } from './db/idempotency-records.ts'
import { newestMigrationInBuildMs } from './db/migrate.ts'
import { loggedError } from './error-text.ts'
import { deleteOldTokens } from './features/auth/auth.service.ts'
import { deleteOldChallenges } from './features/auth/passkeys.repository.ts'
import { deleteOldResets } from './features/auth/password-resets.repository.ts'
import { newResetOf } from './features/auth/password-resets.ts'
import { deleteHalfDone } from './features/auth/second-factor.repository.ts'
import { deleteOldSignInCodes } from './features/auth/sign-in-codes.repository.ts'
import { forgetOldAttempts } from './features/auth/sign-in-locks.ts'
import { catalogueService } from './features/catalogue/catalogue.service.ts'
import { deleteOldPhotos } from './features/check-ins/check-ins.repository.ts'
import { findSetting } from './features/config/config.repository.ts'
import { configService } from './features/config/config.service.ts'
import { deleteOldCounts } from './features/counts/counts.repository.ts'
import { emptyLeftAccounts } from './features/customers/online-accounts.ts'
import { healthRoutes } from './features/health/health.routes.ts'
import { type HealthService, healthService } from './features/health/health.service.ts'
import { informationService } from './features/information/information.service.ts'
import type { LiveSettings } from './features/live/open-live.ts'
import { mailRounds } from './features/mail/mail-rounds.ts'
import { exportWebhookOf } from './features/order-exports/export-webhook.ts'
import { orderExportRounds } from './features/order-exports/order-export-rounds.ts'
import { paymentRounds } from './features/payments/payment-rounds.ts'
import { stripeWebhook } from './features/payments/stripe-webhook.ts'
import { openPainter } from './features/pictures/painter.ts'
import { pictureRoutes } from './features/pictures/pictures.routes.ts'
import { picturesService } from './features/pictures/pictures.service.ts'
import { deleteOldSearches } from './features/product-search-analysis/product-search-analysis.service.ts'
import { type Freshness, searchEngine } from './features/products/search/search-engine.ts'
import { searchTermsService } from './features/products/search/search-terms.service.ts'
import { deleteOldPushes } from './features/push/push-queue.repository.ts'
import { pushRounds } from './features/push/push-rounds.ts'
import { pushSenderOf } from './features/push/push-sender.ts'
import { vapidKeysOf } from './features/push/vapid-keys.ts'
import { stockAlertRounds } from './features/stock-alerts/stock-alert-rounds.ts'
import { deleteOldStockAlerts } from './features/stock-alerts/tell-of-stock.ts'
import { argon2id, type Passwords } from './passwords.ts'
import { pageRenderer, projectRoot } from './paths.ts'
import { cleanUp } from './plugins/clean-up.ts'
import { connections } from './plugins/connections.ts'
import { epochHeaders, epochOf } from './plugins/epoch.ts'
import { answerUnreadable, errors, logController, sendError } from './plugins/errors.ts'
import { runRounds } from './plugins/rounds.ts'
import { securityHeaders, securityHeadersOf } from './plugins/security-headers.ts'
import { sitemap } from './plugins/sitemap.ts'
import { isAppNavigation, sendApp, staticFiles } from './plugins/static-files.ts'
import { visitorPages } from './plugins/visitor-pages.ts'
import { Refusal } from './routing/refusal.ts'
import { schemaCompilers } from './routing/schema.ts'

export type AppParts = {
  config: Config
  database: Database
  log: Exclude<FastifyServerOptions['logger'], undefined>
  /** For dates and cut-offs; by default the machine's clock. */
  now?: () => Date
  /** The built client; without it the app serves only the API, as most tests want. */
  clientFolder?: string
  /** The built renderer of visitors' pages; without it the browser renders them. */
  renderer?: string
  passwords?: Passwords
  searchFreshness?: Freshness
  live?: Partial<LiveSettings>
  /** A device has proved that the database of this epoch has gone back. */
  onRestored?: (epoch: string) => Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    health: HealthService
  }
}

const SEARCH_ROUND_MS = 60_000
/** For a whole request: a phone on a bad line sends a batch in less, and gives up after 15 s. */
const REQUEST_TIMEOUT_MS = 20_000
/** Node swaps both limits if the headers' one is longer (default 60 s), and checks only every 30 s by default. */
const ARRIVAL = {
  requestTimeout: REQUEST_TIMEOUT_MS,
  headersTimeout: REQUEST_TIMEOUT_MS,
  connectionsCheckingInterval: 1_000,
  // plugins/connections.ts requires it, in the contract's shape.
  requireHostHeader: false,
}

/** Does not listen; closing it leaves the database open, which belongs to the caller. */
export const buildApp = async ({
  config,
  database,
  log,
  now = () => new Date(),
  clientFolder,
  renderer = pageRenderer,
  passwords = argon2id(),
  searchFreshness,
  live,
  onRestored,
}: AppParts): Promise<FastifyInstance> => {
  const epoch = epochOf(async () => {
    const value = await findSetting(database, 'epoch')
    return typeof value === 'string' ? value : undefined
  })
  // Loading Stripe's SDK takes a sixth of the start: only do so where cards are taken.
  const cards =
    config.stripeSecretKey === undefined
      ? undefined
      : (await import('./features/payments/card-payments.ts')).cardPaymentsOf(config)
  const headersFor = securityHeadersOf(indexHtmlOf(clientFolder), { takesCards: cards !== undefined })
  const app = Fastify({
    http: ARRIVAL,
    // The specification writes some paths with a slash at their end, and callers leave it out.
    routerOptions: { ignoreTrailingSlash: true },
    // plugins/connections.ts does, in the contract's shape.
    return503OnClosing: false,
    logger: withSafeErrors(log),
    schemaController: { compilersFactory: schemaCompilers },
    trustProxy: trusted(config.trustProxy),
    // This applies to addresses that take no body. Each call sets its own limit (routing/body-limit.ts).
    bodyLimit: 1_024,
    requestTimeout: REQUEST_TIMEOUT_MS,
    logController: logController(),
    // Replies from outside the hooks, which set the headers.
    frameworkErrors: (error, request, reply) =>
      sendError(error, request, reply.headers({ ...headersFor(request), ...epochHeaders(epoch) })),
    clientErrorHandler: (error, socket) =>
      answerUnreadable(error, socket, { log: app.log, headers: { ...headersFor(), ...epochHeaders(epoch) } }),
  })
  const health = healthService({ database, expectedMigrationMs: newestMigrationInBuildMs() })

  app.decorate('health', health)
  await app.register(errors)
  await app.register(securityHeaders, { headersFor })
  await app.register(connections, { isDraining: health.isDraining })
  const counts = { requests: 0, failed: 0 }
  app.addHook('onResponse', async (request, reply) => {
    counts.requests += 1
    if (reply.statusCode >= 500) counts.failed += 1
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        userId: request.caller?.userId,
        accountType: request.caller?.accountType,
      },
      'request',
    )
  })

  healthRoutes(app, health)
  await app.register(cleanUp, {
    database,
    tasks: [
      deleteOldRecords,
      deleteOldTokens,
      deleteOldResets,
      deleteOldSignInCodes,
      deleteOldChallenges,
      deleteHalfDone,
      forgetOldAttempts,
      deleteOldSearches,
      deleteOldStockAlerts,
      deleteOldPushes,
      deleteOldCounts,
      deleteOldPhotos,
      (connection) => emptyLeftAccounts(connection),
    ],
  })
  const configs = configService({ database, config })
  const { company } = configs
  await app.register(mailRounds, {
    database,
    config,
    now,
    newReset: newResetOf(database, passwords),
    companyOf: async () => {
      const { company_name, contact_email, theme } = (await company()).general
      return { name: company_name, email: contact_email, colour: theme.company_primary_colour }
    },
  })
  const pushKeys = vapidKeysOf(database)
  const send = pushSenderOf({
    keys: pushKeys,
    services: config.pushServices,
    contact: async () =>
      config.publicUrl?.startsWith('https:')
        ? config.publicUrl
        : `mailto:${(await company()).general.contact_email || 'orders@localhost'}`,
  })
  await app.register(pushRounds, { database, send, keys: pushKeys, now })
  await app.register(stockAlertRounds, { database, now })
  const webhook = exportWebhookOf(config)
  if (webhook !== undefined) await app.register(orderExportRounds, { database, webhook, now })
  if (cards !== undefined) {
    await app.register(paymentRounds, { database, cards, now })
    await app.register(stripeWebhook, { database, cards, now })
  }
  const painter = openPainter()
  app.addHook('onClose', painter.close)
  const onFault = (error: unknown) => app.log.error({ err: error }, 'a drawn picture was not stored')
  pictureRoutes(app, picturesService({ database, painter, onFault }))
  const search = searchEngine({ database, ...(searchFreshness && { freshness: searchFreshness }) })
  app.addHook('onClose', search.close)
  // A large import would otherwise be indexed by the first search that follows.
  runRounds(app, { name: 'search', everyMs: SEARCH_ROUND_MS, round: search.catchUp, fromStart: true })
  const searchTerms = searchTermsService({ database })
  const catalogue = catalogueService({ database, engine: search, terms: searchTerms.current, now })
  await app.register(api, {
    config,
    database,
    epoch,
    now,
    version: versionOfPackage(),
    passwords,
    cards,
    search,
    searchTerms,
    catalogue,
    onRestored,
    counts,
    live,
    pushKeys,
  })

  if (clientFolder === undefined) {
    app.setNotFoundHandler((request, reply) => sendError(new Refusal('not_found'), request, reply))
    return app
  }
  await app.register(sitemap, { catalogue, publicUrl: config.publicUrl, clientFolder })
  await app.register(staticFiles, { clientFolder })
  const { get: readInformation } = informationService({ database, now, ...configs })
  const repliesOf = async (path: string): Promise<PageReply[]> =>
    path === '/information' ? [{ path: information.get.path, reply: await readInformation() }] : []
  const pages = existsSync(renderer)
    ? visitorPages({ clientFolder, renderer, company, repliesOf, catalogue, publicUrl: config.publicUrl })
    : undefined
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) =>
    (await pages?.send(request, reply)) ? reply : sendApp(request, reply)
  app.get('/', sendPage)
  // The service worker receives what other apps share (sw/shared-list.ts). Without one the list is lost, but not the person.
  app.post('/orders', {
    schema: { hide: true },
    onRequest: async (_, reply) => reply.redirect('/orders', 303),
    handler: async () => {},
  })
  app.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return sendError(new Refusal('method_not_allowed'), request, reply.header('allow', 'GET, HEAD'))
    }
    return isAppNavigation(request)
      ? sendPage(request, reply)
      : sendError(new Refusal('not_found'), request, reply)
  })
  return app
}

/** A number counts proxies in a row. */
const trusted = (setting: Config['trustProxy']) =>
  typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting

/** Applies to every logged error, so that no caller can log its values. */
const withSafeErrors = (log: AppParts['log']): AppParts['log'] =>
  typeof log === 'boolean' ? log : { ...log, serializers: { err: loggedError } }

const versionOfPackage = (): string => {
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    version: string
  }
  return version
}

const indexHtmlOf = (clientFolder: string | undefined): string => {
  const file = clientFolder === undefined ? undefined : join(clientFolder, 'index.html')
  return file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : ''
}
