import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type {
  CompanyFields,
  ServerState,
  serverMaintenance,
  WindowFields,
} from '#contract/server-maintenance.ts'
import { DAY_MS } from '#domain/durations.ts'
import type { MaintenanceWindow } from '#domain/maintenance-window.ts'
import { isStaffType } from '#domain/user.ts'
import type { Database } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { findSetting } from '#server/features/config/config.repository.ts'
import { type ConfigService, windowOf } from '#server/features/config/config.service.ts'
import type { Answers } from '#server/routing/answers.ts'
import type { Caller } from '#server/routing/caller.ts'
import { Refusal } from '#server/routing/refusal.ts'
import type { ServerBackups } from './server-backups.ts'
import {
  countSignedIn,
  findBuilds,
  findDatabaseFacts,
  findExportQueue,
  findMailQueue,
  findServerChanges,
  lockSetting,
  noteServerChange,
  type QueueState,
  retryExports,
  retryMail,
  writeSetting,
} from './server-maintenance.repository.ts'

export type RequestCounts = { requests: number; failed: number }

type Parts = {
  database: Database
  configs: ConfigService
  version: string
  counts: RequestCounts
  backups: ServerBackups
  /** When this process began. */
  startedAt: Date
  now: () => Date
  /** This process obeys the new window at once, others within seconds. */
  onWindow: () => void
}

const CHANGES_SHOWN = 10

/** Only administrators: what they set here closes the server for everybody, and changes what it is called. */
export const serverMaintenanceService = ({
  database,
  configs,
  version,
  counts,
  backups,
  startedAt,
  now,
  onWindow,
}: Parts): Answers<typeof serverMaintenance> => {
  const companyFields = async (): Promise<CompanyFields> => {
    const { general, announcement } = await configs.company()
    const { primary_colour, secondary_colour, app_bar_colour, footer_colour } = general.theme
    return {
      company_name: general.company_name,
      contact_phone: general.contact_phone,
      contact_email: general.contact_email,
      announcement: announcement ?? '',
      ...(await configs.letterhead()),
      primary_colour,
      secondary_colour,
      app_bar_colour,
      footer_colour,
    }
  }

  const look = async (): Promise<ServerState> => {
    const at = now()
    const [facts, mail, exports, people, builds, window, company, files, noted] = await Promise.all([
      findDatabaseFacts(database),
      findMailQueue(database),
      findExportQueue(database),
      countSignedIn(database, new Date(at.getTime() - DAY_MS)),
      findBuilds(database),
      findSetting(database, 'maintenance'),
      companyFields(),
      backups.list(),
      findServerChanges(database, CHANGES_SHOWN),
    ])
    return {
      version,
      node: process.version.slice(1),
      postgres: facts.version,
      startedAt: startedAt.toISOString(),
      memoryBytes: process.memoryUsage.rss(),
      databaseBytes: facts.bytes,
      requests: counts.requests,
      failedRequests: counts.failed,
      signedInToday: people,
      builds: builds.map(({ lastSeenAt, ...build }) => ({ ...build, lastSeenAt: lastSeenAt.toISOString() })),
      window: windowOf(window) ?? NO_WINDOW,
      company,
      seen: seenOf(company),
      queues: { mail: queueOf(mail), exports: queueOf(exports) },
      backups: { folder: backups.folder, files, ...backups.state() },
      changes: noted.map(({ at: when, by, before, after }) => ({
        at: when.toISOString(),
        by,
        what: changedWords(before, after),
      })),
    }
  }

  return {
    look: async ({ user }) => {
      requireAdministrator(user)
      return await look()
    },

    setWindow: async ({ user, body }) => {
      requireAdministrator(user)
      const window = requireWindow(body, now())
      await inTransaction(database, async (connection) => {
        const before = windowOf(await lockSetting(connection, 'maintenance')) ?? NO_WINDOW
        const after = window ?? NO_WINDOW
        if (same(before, after)) return
        await writeSetting(connection, 'maintenance', window ?? {})
        await noteServerChange(connection, { id: uuidv7(), at: now(), userId: user.userId, before, after })
      })
      onWindow()
      return await look()
    },

    setCompany: async ({ user, body: { seen, ...fields } }) => {
      requireAdministrator(user)
      await inTransaction(database, async (connection) => {
        const stored = fieldsOf(await lockSetting(connection, 'company'))
        const before = await companyFields()
        if (same(before, fields)) return
        if (seenOf(before) !== seen)
          throw new Refusal('version_mismatch', {
            message: 'Somebody has changed this since you looked. Look again before you save.',
          })
        await writeSetting(connection, 'company', companyOf(stored, fields))
        await noteServerChange(connection, {
          id: uuidv7(),
          at: now(),
          userId: user.userId,
          before,
          after: fields,
        })
      })
      return await look()
    },

    retry: async ({ user, params: { queue } }) => {
      requireAdministrator(user)
      await inTransaction(database, (connection) =>
        (queue === 'mail' ? retryMail : retryExports)(connection, now()),
      )
      return await look()
    },

    backUp: async ({ user }) => {
      requireAdministrator(user)
      backups.begin(now())
      return await look()
    },
  }
}

const requireAdministrator = ({ accountType }: Pick<Caller, 'accountType'>): void => {
  if (!isStaffType(accountType) || accountType === 'ST') throw new Refusal('forbidden')
}

const NO_WINDOW: WindowFields = { mode: null, from: null, until: null, message: '' }

const requireWindow = (
  { mode, from, until, message }: WindowFields,
  at: Date,
): MaintenanceWindow | undefined => {
  if (mode === null) return undefined
  const begin = from ?? at.toISOString()
  if (until !== null && Date.parse(until) <= Date.parse(begin))
    throw new Refusal('invalid_request', {
      errors: [{ path: 'body/until', message: 'is not after the beginning' }],
    })
  return { mode, from: begin, until, message }
}

const queueOf = ({ oldestAt, ...queue }: QueueState): ServerState['queues']['mail'] => ({
  ...queue,
  oldestAt: oldestAt?.toISOString() ?? null,
})

/** Builds the setting that features/config reads, and keeps the parts that the form does not have. */
const companyOf = (stored: Record<string, unknown>, fields: CompanyFields): Record<string, unknown> => {
  const general = fieldsOf(stored.general)
  const { primary_colour, secondary_colour, app_bar_colour, footer_colour } = fields
  const { address, vat_no, payment_details } = fields
  return {
    ...stored,
    announcement: fields.announcement,
    letterhead: { ...fieldsOf(stored.letterhead), address, vat_no, payment_details },
    general: {
      ...general,
      company_name: fields.company_name,
      contact_phone: fields.contact_phone,
      contact_email: fields.contact_email,
      theme: {
        ...fieldsOf(general.theme),
        primary_colour,
        secondary_colour,
        app_bar_colour,
        footer_colour,
        // Of mails and documents.
        ...(primary_colour !== '' && { company_primary_colour: primary_colour }),
      },
    },
  }
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const same = (a: object, b: object): boolean =>
  JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort())

const seenOf = (company: CompanyFields): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(company).sort()))
    .digest('base64url')

/** Names of the fields that were changed: their values may be long. */
const changedWords = (before: unknown, after: unknown): string => {
  const [was, is] = [fieldsOf(before), fieldsOf(after)]
  return Object.keys(is)
    .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
    .join(', ')
}
