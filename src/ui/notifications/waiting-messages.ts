import type { Clock } from '#src/ui/status/minute-clock.ts'
import { PROGRESS_STEP_PERCENT, type ShownNotification } from './shown-notification.ts'

/** A message that waits for its turn; since when it has been off the screen, where it was on it before. */
type Waiting = { message: ShownNotification; asideSince: number | undefined }

export type WaitingMessages = {
  add: (message: ShownNotification) => void
  /** One that was on screen makes room for a more pressing one. */
  setAside: (message: ShownNotification) => void
  /** The most pressing: of what can be taken back the last, of anything else the first. It no longer waits. */
  next: () => ShownNotification | undefined
  find: (test: (message: ShownNotification) => boolean) => ShownNotification | undefined
  remove: (id: number) => void
  removeOfPage: () => void
  clear: () => void
}

/** Whether `entering` comes in place of what is on screen: an undo always, anything else over what presses less. */
export const mayOvertake = (entering: ShownNotification, shown: ShownNotification): boolean =>
  pressing(entering) > pressing(shown) || pressing(entering) === UNDO

export function createWaitingMessages(clock: Clock): WaitingMessages {
  let queue: Waiting[] = []

  const keep = (test: (message: ShownNotification) => boolean) => {
    queue = queue.filter(({ message }) => test(message))
  }

  /** What can be taken back can be for its own time alone, on screen or not. */
  const withTimeLeft = ({ message, asideSince }: Waiting): Waiting[] => {
    if (pressing(message) !== UNDO || asideSince === undefined || message.timeoutLength < 0)
      return [{ message, asideSince }]
    const goneBy = ((clock.now() - asideSince) / message.timeoutLength) * 100
    const progress = message.progress - Math.floor(goneBy / PROGRESS_STEP_PERCENT) * PROGRESS_STEP_PERCENT
    return progress > 0 ? [{ message: { ...message, progress }, asideSince: clock.now() }] : []
  }

  const current = (): Waiting[] => {
    queue = queue.flatMap(withTimeLeft)
    return queue
  }

  return {
    add: (message) => {
      queue.push({ message, asideSince: undefined })
    },
    setAside: (message) => {
      // Mere information has been seen by then.
      if (pressing(message) === INFORMATION && message.timeoutLength >= 0) return
      queue.unshift({ message, asideSince: clock.now() })
    },
    next: () => {
      const most = Math.max(...current().map(({ message }) => pressing(message)))
      const found = queue.find(({ message }) => pressing(message) === most)?.message
      if (found) keep(({ id }) => id !== found.id)
      return found
    },
    find: (test) => current().find(({ message }) => test(message))?.message,
    remove: (id) => keep((message) => message.id !== id),
    removeOfPage: () => keep(({ ofPage }) => !ofPage),
    clear: () => {
      queue = []
    },
  }
}

const UNDO = 3
const INFORMATION = 0

/** How little a message can wait. */
function pressing({ restoreButton, statusColor }: ShownNotification): number {
  if (restoreButton) return UNDO
  if (statusColor === 'error') return 2
  return statusColor === 'warning' ? 1 : INFORMATION
}
