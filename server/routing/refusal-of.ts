import { DatabaseTrouble, type TroubleCode } from '#server/db/trouble.ts'
import { Refusal } from './refusal.ts'

export const refusalOf = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error
  if (!(error instanceof DatabaseTrouble)) return undefined
  return new Refusal(error.code, { retryAfterSeconds: RETRY_AFTER_SECONDS[error.code] })
}

const RETRY_AFTER_SECONDS: Record<TroubleCode, number> = { busy: 1, unavailable: 5, disk_full: 30 }
