import { type Static, Type } from 'typebox'
import { LOG_CLIENT } from '#domain/error-log/batches.ts'
import { ACCOUNT_TYPES } from '#domain/user.ts'
import { endpoint, Strict } from './endpoint.ts'
import { Instant, oneOf, optional, Uuid } from './values.ts'

/** A failure on a device. It identifies a person by id alone; `domain/error-log/scrub.ts` takes the rest out of its texts. */
export const LoggedFailure = Strict({
  at: Instant,
  level: oneOf(['Error', 'Warning']),
  message: Type.String({ maxLength: 2_000 }),
  /** The pattern of the page's route, such as `/orders/create-{id}`. */
  route: Type.String({ maxLength: 200 }),
  browser: Type.String({ maxLength: 400 }),
  build: Type.String({ maxLength: 64 }),
  ...optional({
    stack: Type.String({ maxLength: 16_000 }),
    code: Type.String({ maxLength: 64 }),
    /** What was called, by its method and path in the contract, and the reply's status. */
    call: Type.String({ maxLength: 200 }),
    status: Type.Integer({ minimum: 100, maximum: 599 }),
    userId: Uuid,
    accountType: oneOf(ACCOUNT_TYPES),
  }),
})
export type LoggedFailure = Static<typeof LoggedFailure>

export const errorLog = {
  report: endpoint('POST', 'error-log', {
    body: Strict({ events: Type.Array(LoggedFailure, { minItems: 1, maxItems: 5_000 }) }),
    bodyBytesMax: LOG_CLIENT.batchBytesMax,
    reply: Strict({ accepted: Type.Integer({ minimum: 0 }) }),
    access: 'anyone',
    summary: 'Report failures on a device. They go to the company’s log service, if it has one.',
  }),
}
