import type { QueryClient } from '@tanstack/react-query'
import { type CompanyConfig, PRODUCTION } from '#contract/config.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import type { SessionState } from '#src/device/device.ts'

/**
 * Who is shown what is meant for developers: messages without `showInProduction`, and frontend errors with their text.
 * Anyone outside production, and users of account type NW everywhere (specification, sections 4 and 8).
 */
export const seesDetail = (parts: { isProduction: boolean; session: SessionState | undefined }): boolean => {
  const { isProduction, session } = parts
  return !isProduction || (session?.status === 'signed-in' && session.user.account_type === 'NW')
}

/**
 * Whether this is the product as customers have it: by the build, and by what the server last said of itself, which is kept
 * for a start without signal. A server that has not been asked yet counts as production.
 */
export const isProduction = (replies: QueryClient | undefined): boolean => {
  const told = replies?.getQueryData<Partial<CompanyConfig>>(queryKeys.config())
  return import.meta.env.PROD && (told?.app_env ?? PRODUCTION) === PRODUCTION
}
