import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useUserDevice } from '#src/device/device-context.tsx'
import { whenQuiet } from '#src/device/user-device.ts'

/** Mount once. Brings what others change to open pages; loads after the first render. */
export const useLiveUpdates = (): void => {
  const client = useQueryClient()
  const device = useUserDevice()
  useEffect(() => {
    const end = new AbortController()
    const callOff = whenQuiet(() => {
      // Without it, open pages go on asking by themselves.
      import('./live-updates.ts')
        .then((load) => load.startLive({ client, device, ended: end.signal }))
        .catch(() => {})
    })
    return () => {
      callOff()
      end.abort()
    }
  }, [client, device])
}
