import type { SessionState } from '#src/device/device.ts'

/**
 * Who is shown what is meant for developers: messages without `showInProduction`, and frontend errors with their text.
 * Anyone outside production, and users of account type NW everywhere (specification, sections 4 and 8).
 */
export const seesDetail = (parts: { isProduction: boolean; session: SessionState | undefined }): boolean => {
  const { isProduction, session } = parts
  return !isProduction || (session?.status === 'signed-in' && session.user.account_type === 'NW')
}
