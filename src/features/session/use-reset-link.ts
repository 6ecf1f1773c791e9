import { account } from '#contract/account.ts'
import { ACCOUNT_MESSAGES } from '#domain/account-messages.ts'
import { useApi } from '#src/device/device-context.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'

/** Has a link and a code mailed, if the address is known; the reply does not tell. @throws ApiError rate_limited, no_reply … */
export const useResetLink = (): ((email: string) => Promise<void>) => {
  const api = useApi()
  return async (email) => {
    await api.call(account.forgotPassword, { body: { email } })
    notifications.show({
      message: ACCOUNT_MESSAGES.resetLinkSent,
      statusColor: 'success',
      showInProduction: true,
    })
  }
}
