import { useState } from 'react'
import { useAction, useApi, useUser } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { noteAnswer } from './passkey-ways.ts'

/** @param onKept the device has a passkey now, or had one already */
export const useMakePasskey = (onKept: () => void): { isMaking: boolean; make: () => Promise<void> } => {
  const api = useApi()
  const act = useAction()
  const { id } = useUser()
  const [isMaking, setMaking] = useState(false)
  const make = async () => {
    setMaking(true)
    try {
      const { makePasskey } = await import('./ask-for-passkey.ts')
      const made = await act(() => makePasskey(api))
      if (made === 'cancelled') return
      noteAnswer(id)
      onKept()
      const message = made === 'known' ? 'This device has a passkey for you already' : 'Passkey added'
      notifications.show({ message, statusColor: 'success', showInProduction: true })
    } catch (error) {
      showFailure(error)
    } finally {
      setMaking(false)
    }
  }
  return { isMaking, make }
}
