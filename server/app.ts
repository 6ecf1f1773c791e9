import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import { api } from './api.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { deleteOldRecords } from './db/idempotency-records.ts'
import { newestMigrationInBuildMs } from './db/migrate.ts'
import { forgetOldAttempts } from './features/auth/auth.service.ts'
import { healthRoutes } from './features/health/health.routes.ts'
import { type HealthService, healthService } from './features/health/health.service.ts'
import { projectRoot } from './paths.ts'
import { cleanUp } from './plugins/clean-up.ts'
import { answerUnreadable, errors, sendError } from './plugins/errors.ts'
import { securityHeaders } from './plugins/security-headers.ts'
import { isAppNavigation, sendApp, staticFiles } from './plugins/static-files.ts'
import { Refusal } from './routing/refusal.ts'

export type AppParts = {
  config: Config
  database: Database
  /** Fastify's logger settings; false logs nothing. */
  log: Exclude<FastifyServerOptions['logger'], undefined>
  /** What is dated and compared with cut-offs; the machine's own clock where it is left out. */
  now?: () => Date
  /** The built client to serve. Without it the app is the API alone, as most tests want it. */
  clientFolder?: string
}

declare module 'fastify' {
  interface FastifyInstance {
    health: HealthService
  }
}

/** For a whole request to arrive: a phone on a bad line sends a batch in less, and gives up after 15 s itself. */
const REQUEST_TIMEOUT_MS = 20_000

/** Puts the server together. It listens on nothing yet; closing it does not close the database, which it was handed. */
export const buildApp = async ({
  config,
  database,
  log,
  now = () => new Date(),
  clientFolder,
}: AppParts): Promise<FastifyInstance> => {
  const app = Fastify({
    logger: log,
    trustProxy: config.trustProxy,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // One line for each request, by the hook below, in place of Fastify's two.
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: (error, request, reply) => sendError(error, request, reply),
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, app.log),
  })
  const health = healthService({ database, expectedMigrationMs: newestMigrationInBuildMs() })

  app.decorate('health', health)
  await app.register(errors)
  await app.register(securityHeaders, { indexHtml: indexHtmlOf(clientFolder) })
  app.addHook('onResponse', async (request, reply) => {
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
  await app.register(cleanUp, { database, tasks: [deleteOldRecords, forgetOldAttempts] })
  await app.register(api, { config, database, now, version: versionOfPackage() })

  if (clientFolder !== undefined) await app.register(staticFiles, { clientFolder })
  app.setNotFoundHandler((request, reply) =>
    clientFolder !== undefined && isAppNavigation(request)
      ? sendApp(reply)
      : sendError(new Refusal('not_found'), request, reply),
  )
  return app
}

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
