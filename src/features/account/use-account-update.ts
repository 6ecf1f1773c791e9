import { account } from '#contract/account.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { fieldProblemsOf } from '#src/api/field-problems.ts'
import { useAction, useApi, useDevice } from '#src/device/device-context.tsx'
import type { FieldSpec } from '#src/ui/kit/record/field-spec.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'

type Change = BodyOf<typeof account.update>

/** Changes one's own account, here and on the server, and says so. @throws ApiError */
export const useAccountUpdate = (): ((change: Change, message: string) => Promise<void>) => {
  const api = useApi()
  const run = useAction()
  const { session } = useDevice()
  return async (change, message) => {
    const { user } = await run(() => api.call(account.update, { body: change }))
    session.changeUser(user)
    notifications.show({ message, statusColor: 'success', showInProduction: true })
  }
}

/** The same for a form of these fields. @returns what the server refused, by field */
export const useAccountForm = (fields: readonly FieldSpec[], message: string) => {
  const update = useAccountUpdate()
  return async (values: Record<string, unknown>): Promise<Record<string, string> | undefined> => {
    try {
      await update(values as Change, message)
      return undefined
    } catch (error) {
      return fieldProblemsOf(error, Object.fromEntries(fields.map(({ name, label }) => [name, label])))
    }
  }
}
