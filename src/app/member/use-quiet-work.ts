import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi, useUserDevice } from '#src/device/device-context.tsx'
import { whenQuiet } from '#src/device/when-quiet.ts'

const EVERY_MS = 60_000

/**
 * What the app does by itself and nobody waits for: it reads the questions, so that they are there without a connection, and
 * reports what was searched for. Its script loads when the page has been drawn. Once, in the shell.
 */
export const useQuietWork = (): void => {
  const client = useQueryClient()
  const api = useApi()
  const { database } = useUserDevice()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let ended = false
    const work = async () => {
      const { readQuestionsAhead, reportSearches } = await import('./quiet-work.ts')
      if (ended) return
      await Promise.all([readQuestionsAhead(client, api), reportSearches({ database, api })])
    }
    const workAndWait = () =>
      // Neither the script nor the work is missed by anyone: there is a next time.
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
