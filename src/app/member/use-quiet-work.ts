import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi, useUserDevice } from '#src/device/device-context.tsx'
import { whenQuiet } from '#src/device/user-device.ts'

const EVERY_MS = 60_000

/** Mount once. Stores for offline use what every noun keeps there, and reports searches; loads after the first render. */
export const useQuietWork = (): void => {
  const client = useQueryClient()
  const api = useApi()
  const { database } = useUserDevice()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let ended = false
    const work = async () => {
      const quiet = await import('./quiet-work.ts')
      if (ended) return
      await Promise.all([
        quiet.readQuestionsAhead(client, api),
        quiet.reportSearches({ database, api }),
        quiet.readListsAhead(client, { api, database }),
      ])
      if (!ended) await quiet.fetchOwnPictures(database)
    }
    const workAndWait = () =>
      // It is retried next time.
      work()
        .catch(() => {})
        .finally(() => {
          if (!ended) timer = setTimeout(workAndWait, EVERY_MS)
        })
    const callOff = whenQuiet(workAndWait)
    return () => {
      ended = true
      callOff()
      clearTimeout(timer)
    }
  }, [client, api, database])
}
