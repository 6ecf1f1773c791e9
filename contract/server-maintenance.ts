import { type Static, Type } from 'typebox'
import { MAINTENANCE_MODES } from '#domain/maintenance-window.ts'
import { endpoint, Strict } from './endpoint.ts'
import { Instant, Line, Lines, naming, nullable, OptionalLine, oneOf } from './values.ts'

/** For administrators: the state of the server, when it is closed, and what the company is called and looks like. */

/** `#00447e`; empty: made from the others. */
const Colour = Type.String({ pattern: '^(?:#[0-9a-fA-F]{6})?$', maxLength: 7 })

/** The window in which the server is closed or changes nothing; `mode` null: none. */
export const WindowFields = Strict({
  mode: nullable(oneOf(MAINTENANCE_MODES)),
  from: nullable(Instant),
  until: nullable(Instant),
  message: OptionalLine(200),
})
export type WindowFields = Static<typeof WindowFields>

export const CompanyFields = Strict({
  company_name: Line(60),
  contact_phone: OptionalLine(30),
  contact_email: Type.String({ maxLength: 254, pattern: '^$|^[^\\s\\p{C}@<>"]+@[^\\s\\p{C}@<>"]+$' }),
  /** What customers are told on home; empty: nothing. */
  announcement: OptionalLine(300),
  /** On documents, with the contact details. */
  address: Lines(400),
  vat_no: OptionalLine(30),
  payment_details: Lines(400),
  primary_colour: Colour,
  secondary_colour: Colour,
  app_bar_colour: Colour,
  footer_colour: Colour,
})
export type CompanyFields = Static<typeof CompanyFields>

const Count = Type.Integer({ minimum: 0 })
export const QUEUES = ['mail', 'exports'] as const

const Queue = Strict({
  /** Due or under way, and not failed yet. */
  waiting: Count,
  /** Tried in vain at least once, or given up. */
  failing: Count,
  /** The oldest that is not sent. */
  oldestAt: nullable(Instant),
  lastError: Type.String(),
})

const ServerState = Strict({
  version: Type.String(),
  node: Type.String(),
  postgres: Type.String(),
  startedAt: Instant,
  memoryBytes: Count,
  databaseBytes: Count,
  /** Since this process was started. */
  requests: Count,
  failedRequests: Count,
  signedInToday: Count,
  /** Builds of the app on devices seen in the last week, the most used first. Missing in replies of earlier servers. */
  builds: Type.Optional(
    Type.Array(
      Strict({
        /** Empty: of devices that have not told, as those of earlier builds. */
        id: Type.String(),
        /** Devices seen on the last day, and in the last week. */
        today: Count,
        week: Count,
        lastSeenAt: Instant,
      }),
    ),
  ),
  window: WindowFields,
  company: CompanyFields,
  /** Identifies the company data that was shown, so that a change made meanwhile is not overwritten. */
  seen: Type.String(),
  queues: Strict({ mail: Queue, exports: Queue }),
  backups: Strict({
    /** Where they are, on the server's machine. */
    folder: Type.String(),
    files: Type.Array(Strict({ name: Type.String(), bytes: Count, at: Instant })),
    /** null: none is being written. */
    runningSince: nullable(Instant),
    lastError: Type.String(),
  }),
  /** Who last changed company or window, the latest first. */
  changes: Type.Array(Strict({ at: Instant, by: nullable(Type.String()), what: Type.String() })),
})
export type ServerState = Static<typeof ServerState>

const common = { reply: ServerState, access: 'staff', route: '/maintenance/server-maintenance' } as const

export const serverMaintenance = {
  look: endpoint('GET', 'server-maintenance', {
    ...common,
    summary: 'Versions, health, queues, backups, and what can be set.',
  }),
  setWindow: endpoint('PUT', 'server-maintenance/window', {
    body: WindowFields,
    ...common,
    summary:
      'When the server is closed, or changes nothing. Announced a day ahead; administrators may go on.',
  }),
  setCompany: endpoint('PUT', 'server-maintenance/company', {
    body: Strict({ ...CompanyFields.properties, seen: Type.String({ maxLength: 64 }) }),
    ...common,
    summary:
      'Name, contacts, announcement, letterhead and colours; 412 if they have changed since they were seen.',
  }),
  retry: endpoint('PUT', 'server-maintenance/{queue}/retry', {
    params: Strict({ queue: naming(oneOf(QUEUES), 'record_not_found') }),
    ...common,
    summary: 'Try what failed again now, mail that was given up included.',
  }),
  backUp: endpoint('PUT', 'server-maintenance/backup', {
    ...common,
    summary: 'Begin a backup; one at a time. The last five are kept.',
  }),
}
