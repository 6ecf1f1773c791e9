import type { Clock } from './ports.ts'
import type { Queue } from './queue.ts'
import type { Sender } from './sender.ts'
import { DRAIN_INTERVAL_MS, GATHER_MAX_MS, GATHER_MS } from './waiting.ts'

/** Drains at start, on new work, on reconnection or return, after a wait and every 30 s, in whichever tab has the lock. */
export type Runner = {
  wake: () => void
  /** Waits for a short gap, so that taps on a line fold together undisturbed. Leaving the page ends the gap. */
  wakeSoon: () => void
  hurry: () => void
  stop: () => void
}

export type RunnerPorts = {
  sender: Sender
  outbox: Pick<Queue, 'hurry'>
  clock: Clock
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>
  /** `window` for "online", `document` for visibility. */
  events: { window: EventTarget; document: EventTarget & { visibilityState: string } }
  requestBackgroundSync: () => void
  whenQuiet: (act: () => void) => () => void
  duringDrain: <Result>(drain: () => Promise<Result>) => Promise<Result>
  onTrouble: (error: unknown) => void
}

export const startRunner = (ports: RunnerPorts): Runner => {
  const { clock, channel, events } = ports
  let running = false
  let again = false
  let stopped = false
  let cancelWake = () => {}
  let gathering: { latest: number; cancel: () => void } | undefined

  const drain = async (): Promise<void> => {
    if (running) {
      again = true
      return
    }
    running = true
    do {
      again = false
      scheduleNext(await drainOnce(ports))
    } while (again && !stopped)
    running = false
  }

  const scheduleNext = (wakeAt: number | null): void => {
    cancelWake()
    // Gathering ends with a drain.
    if (stopped || gathering) return
    const delayMs = wakeAt === null ? DRAIN_INTERVAL_MS : Math.min(wakeAt - clock.now(), DRAIN_INTERVAL_MS)
    cancelWake = clock.after(Math.max(delayMs, 0), () => void drain())
  }

  const wake = (): void => {
    // A change may outlast the session, whose channel is closed by then.
    if (stopped) return
    gathering?.cancel()
    gathering = undefined
    channel.postMessage('wake')
    ports.requestBackgroundSync()
    void drain()
  }
  const wakeSoon = (): void => {
    if (stopped) return
    gathering?.cancel()
    const now = clock.now()
    const latest = gathering?.latest ?? now + GATHER_MAX_MS
    // Capped, as the clock may have been set back.
    const delayMs = Math.min(GATHER_MS, Math.max(0, latest - now))
    gathering = { latest, cancel: clock.after(delayMs, wake) }
  }

  /** Changes the outbox, which wakes this runner. */
  const hurry = (): void => {
    ports.outbox.hurry().catch(ports.onTrouble)
  }
  const heard = (): void => void drain()
  const visibilityChanged = (): void => {
    if (events.document.visibilityState === 'visible') hurry()
    else if (gathering) wake()
  }

  channel.addEventListener('message', heard)
  events.window.addEventListener('online', hurry)
  events.document.addEventListener('visibilitychange', visibilityChanged)
  // A drain would lock tables that an opening page reads.
  const cancelFirst = ports.whenQuiet(() => void drain())

  return {
    wake,
    wakeSoon,
    hurry,
    stop: () => {
      stopped = true
      cancelFirst()
      gathering?.cancel()
      cancelWake()
      channel.removeEventListener('message', heard)
      events.window.removeEventListener('online', hurry)
      events.document.removeEventListener('visibilitychange', visibilityChanged)
    },
  }
}

/** @returns when to drain again, epoch milliseconds; null: at the usual interval */
const drainOnce = async ({ sender, duringDrain, onTrouble }: RunnerPorts): Promise<number | null> => {
  try {
    const drained = await duringDrain(() => sender.drain())
    return drained.state === 'drained' ? drained.wakeAt : null
  } catch (error) {
    onTrouble(error)
    return null
  }
}
