import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi, useUserDevice } from '#src/device/device-context.tsx'
import { whenQuiet } from '#src/device/user-device.ts'

/** Mount once. Stores for offline use what every noun keeps there, and reports searches; loads after the first render. */
export const useQuietWork = (): void => {
  const client = useQueryClient()
  const api = useApi()
  const { database } = useUserDevice()
  useEffect(() => {
    const ended = new AbortController()
    const callOff = whenQuiet(() => {
      // Without its chunk there is no connection for it either.
      import('./quiet-work.ts').then(
        ({ workQuietly }) => workQuietly(client, { api, database }, ended.signal),
        () => {},
      )
    })
    return () => {
      callOff()
      ended.abort()
    }
  }, [client, api, database])
}
