import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { activeOrders, type TrackedOrder } from '#contract/orders.ts'
import { ApiError } from '#src/api/api-error.ts'
import { useAction, useApi } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { Button } from '#src/ui/action/button.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'

export function ResendConfirmation({ order }: { order: TrackedOrder }) {
  const { id, confirmedAt, cancelledAt, replacedAt } = order
  const api = useApi()
  const run = useAction()
  const [busy, setBusy] = useState(false)
  if (confirmedAt === null || cancelledAt !== null || replacedAt !== null) return null

  const send = async (): Promise<void> => {
    setBusy(true)
    try {
      const { message } = await run(() => api.call(activeOrders.resendConfirmation, { params: { id } }))
      say(message, 'success')
    } catch (error) {
      if (error instanceof ApiError && error.code === 'confirmation_just_sent')
        say(
          'This confirmation was sent less than a minute ago. Check your inbox, or try again in a minute.',
          'info',
        )
      else showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="subtle"
      icon={<IconMail size={20} stroke={1.75} aria-hidden="true" />}
      loading={busy}
      onClick={send}
    >
      Resend confirmation
    </Button>
  )
}

const say = (message: string, statusColor: 'success' | 'info'): void => {
  notifications.show({ message, statusColor, showInProduction: true })
}
