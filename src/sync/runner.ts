import type { Outbox } from './outbox.ts'
import type { Clock } from './ports.ts'
import type { Sender } from './sender.ts'
import { DRAIN_INTERVAL_MS, GATHER_MAX_MS, GATHER_MS } from './waiting.ts'

/**
 * When a page drains: at the start, when something new waits, when the signal or the page comes back, when a wait is
 * over, and every half a minute. Tabs tell each other of new work: whichever of them gets the lock sends it.
 */
export type Runner = {
  wake: () => void
  /**
   * As `wake`, once no more of its kind has come for a moment: taps on one line fold into one operation, and what sending
   * takes of the device comes between no two of them. Not later than a page that is left.
   */
  wakeSoon: () => void
  hurry: () => void
  stop: () => void
}

export type RunnerPorts = {
  sender: Sender
  outbox: Pick<Outbox, 'hurry'>
  clock: Clock
  /** Tells other tabs, and hears from them. */
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>
  /** `window`, for "online", and `document`, for the page becoming visible. */
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
    if (stopped) return
    const delayMs = wakeAt === null ? DRAIN_INTERVAL_MS : Math.min(wakeAt - clock.now(), DRAIN_INTERVAL_MS)
    cancelWake = clock.after(Math.max(delayMs, 0), () => void drain())
  }

  const wake = (): void => {
    // A change that was under way when the session ended comes after it: its channel is closed by now.
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
    // The distance, not the time itself: the clock may have been set back meanwhile.
    const delayMs = Math.min(GATHER_MS, Math.max(0, latest - now))
    gathering = { latest, cancel: clock.after(delayMs, wake) }
  }

  /** Cutting waits short changes the outbox, which wakes this runner in turn. */
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
  // A page that opens reads what this one would lock.
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

/** @returns when to drain again, epoch milliseconds; null: no sooner than usual. */
const drainOnce = async ({ sender, duringDrain, onTrouble }: RunnerPorts): Promise<number | null> => {
  try {
    const drained = await duringDrain(() => sender.drain())
    return drained.state === 'drained' ? drained.wakeAt : null
  } catch (error) {
    onTrouble(error)
    return null
  }
}
