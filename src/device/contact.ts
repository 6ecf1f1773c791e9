import { health } from '#contract/health.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { ApiClient } from '#src/api/client.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { noteContact } from '#src/sync/engine/last-contact.ts'
import type { Clock } from '#src/sync/engine/ports.ts'

/** Whether the server is reachable, by calls' outcomes or small probes. `navigator.onLine` decides nothing. */
export type Contact = {
  note: (reached: boolean) => void
  stop: () => void
}

export type ContactPorts = {
  api: ApiClient
  database: UserDatabase
  clock: Clock
  events: { window: EventTarget; document: EventTarget & { visibilityState: string } }
  /** @returns cancels it */
  whenQuiet: (act: () => void) => () => void
  onReached: () => void
  onTrouble: (error: unknown) => void
}

export const PROBE_INTERVAL_MS = 20_000
const PROBE_TIMEOUT_MS = 8_000

export const watchContact = (ports: ContactPorts): Contact => {
  const { api, database, clock, events } = ports
  let probing = false
  let stopped = false
  let cancelProbe = () => {}

  const note = (reached: boolean): void => {
    if (stopped) return
    cancelProbe()
    if (!reached) cancelProbe = clock.after(PROBE_INTERVAL_MS, probe)
    keep(reached).catch(ports.onTrouble)
  }

  /** The sender writes the same note, so the stored value decides, not the last one from here. */
  const keep = async (reached: boolean): Promise<void> => {
    const known = await noteContact(database, { reached, at: clock.now() })
    if (known?.reached !== true && reached) ports.onReached()
  }

  const probe = (): void => {
    if (probing || stopped || events.document.visibilityState !== 'visible') return
    probing = true
    api
      .call(health.live, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
      .then(
        () => note(true),
        (error: unknown) => note(error instanceof ApiError && error.reachedServer),
      )
      .finally(() => {
        probing = false
      })
  }

  events.window.addEventListener('online', probe)
  events.window.addEventListener('offline', probe)
  events.document.addEventListener('visibilitychange', probe)
  const cancelFirst = ports.whenQuiet(probe)

  return {
    note,
    stop: () => {
      stopped = true
      cancelFirst()
      cancelProbe()
      events.window.removeEventListener('online', probe)
      events.window.removeEventListener('offline', probe)
      events.document.removeEventListener('visibilitychange', probe)
    },
  }
}
