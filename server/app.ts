import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { newestMigrationInBuildMs } from './db/migrate.ts'
import { healthRoutes } from './features/health/health.routes.ts'
import { type HealthService, healthService } from './features/health/health.service.ts'
import { securityHeaders } from './plugins/security-headers.ts'
import { isAppNavigation, sendApp, staticFiles } from './plugins/static-files.ts'

export type AppParts = {
  config: Config
  database: Database
  /** Fastify's logger settings; false logs nothing. */
  log: Exclude<FastifyServerOptions['logger'], undefined>
  /** The built client to serve. Without it the app is the API alone, as most tests want it. */
  clientFolder?: string
}

declare module 'fastify' {
  interface FastifyInstance {
    health: HealthService
  }
}

/** Puts the server together. It listens on nothing yet; closing it does not close the database, which it was handed. */
export const buildApp = async ({
  config,
  database,
  log,
  clientFolder,
}: AppParts): Promise<FastifyInstance> => {
  const app = Fastify({
    logger: log,
    trustProxy: config.trustProxy,
    // One line for each request, by the hook below, in place of Fastify's two.
    logController: new LogController({ disableRequestLogging: true }),
  })
  const health = healthService({ database, expectedMigrationMs: newestMigrationInBuildMs() })

  app.decorate('health', health)
  await app.register(securityHeaders, { indexHtml: indexHtmlOf(clientFolder) })
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
  })

  healthRoutes(app, health)

  if (clientFolder !== undefined) await app.register(staticFiles, { clientFolder })
  app.setNotFoundHandler((request, reply) =>
    clientFolder !== undefined && isAppNavigation(request)
      ? sendApp(reply)
      : reply.code(404).send({ message: 'Nothing is served at this address.', code: 'not_found' }),
  )
  return app
}

const indexHtmlOf = (clientFolder: string | undefined): string => {
  const file = clientFolder === undefined ? undefined : join(clientFolder, 'index.html')
  return file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : ''
}
