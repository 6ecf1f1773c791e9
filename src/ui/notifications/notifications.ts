import { type Clock, systemClock } from '#src/ui/status/minute-clock.ts'

/*
 * Messages about what just happened (specification sections 4 and 9): one at a time, the others queued; the next about
 * 100 ms after the current one has closed; a message with a time-out counts down in steps of 2 percent. A store without
 * React, so that anything may tell: notification-host.tsx shows it.
 */

export const DEFAULT_TIMEOUT_MS = 5000
/** As timeoutLength: stays until it is dismissed. */
export const PERSISTENT = -1
export const NEXT_MESSAGE_DELAY_MS = 100
export const PROGRESS_STEP_PERCENT = 2
export const DEFAULT_MESSAGE = 'SNACKBAR ERROR'

export type StatusColor = 'error' | 'warning' | 'info' | 'success'

export type NotificationIcon = 'alert' | 'check' | 'info' | 'lock' | 'offline' | 'trash' | 'refresh'

/** Field names are the specification's (section 3). */
export type NotificationMessage = {
  message?: string | undefined
  /** The HTTP status behind it, where there is one. */
  statusCode?: number | undefined
  /** error where statusCode is 400 or more, else info. */
  statusColor?: StatusColor | undefined
  /** ms; PERSISTENT stays. */
  timeoutLength?: number | undefined
  icon?: NotificationIcon | undefined
  /** Offers to take back what was done. Pressing it closes the message. */
  restoreButton?: { label?: string | undefined; onRestore: () => unknown } | undefined
  /** Without it the message is for developers and hidden in production. */
  showInProduction?: boolean | undefined
}

export type ShownNotification = {
  id: number
  message: string
  statusCode: number | undefined
  statusColor: StatusColor
  timeoutLength: number
  icon: NotificationIcon
  restoreButton: { label: string; onRestore: () => unknown } | undefined
  /** Percent of the time that is left; 100 for a persistent one. */
  progress: number
}

export type Notifications = {
  /** Shows it, or queues it. Its id, or undefined where it is hidden in production. */
  show: (message: NotificationMessage) => number | undefined
  /** Closes the message on screen, or takes one out of the queue. Without an id: the one on screen. */
  close: (id?: number) => void
  /** Takes back what the message on screen offers to; false where it offers nothing. */
  restore: () => boolean
  /** Holds the count-down (pointer or focus on it); resume goes on with the step that was under way. */
  pause: () => void
  resume: () => void
  /** Drops all of them, as at sign-out. */
  clear: () => void
  /** Whether messages without showInProduction are hidden. True until told otherwise. */
  setProduction: (isProduction: boolean) => void
  subscribe: (onChange: () => void) => () => void
  current: () => ShownNotification | undefined
}

export function createNotifications(clock: Clock = systemClock): Notifications {
  const watchers = new Set<() => void>()
  const queue: ShownNotification[] = []
  let shown: ShownNotification | undefined
  let timer: number | undefined
  let paused = false
  let production = true
  let lastId = 0

  const tell = () => {
    for (const watcher of watchers) watcher()
  }

  const stopTimer = () => {
    if (timer !== undefined) clock.clearTimeout(timer)
    timer = undefined
  }

  /** The next one comes up: at once into an empty screen, 100 ms after one has closed. */
  const next = () => {
    timer = undefined
    shown = queue.shift()
    tell()
    countDown()
  }

  const countDown = () => {
    if (!shown || paused || shown.timeoutLength < 0) return
    const stepMs = (shown.timeoutLength * PROGRESS_STEP_PERCENT) / 100
    timer = clock.setTimeout(() => {
      timer = undefined
      if (!shown) return
      const progress = shown.progress - PROGRESS_STEP_PERCENT
      if (progress <= 0) {
        closeShown()
      } else {
        shown = { ...shown, progress }
        tell()
        countDown()
      }
    }, stepMs)
  }

  const closeShown = () => {
    if (!shown) return
    stopTimer()
    shown = undefined
    paused = false
    tell()
    timer = clock.setTimeout(next, NEXT_MESSAGE_DELAY_MS)
  }

  return {
    show: (message) => {
      if (production && !message.showInProduction) return undefined
      lastId += 1
      queue.push(complete(message, lastId))
      // A timer without a message is the pause between two: the next one is on its way already.
      if (!shown && timer === undefined) next()
      return lastId
    },
    close: (id) => {
      const queued = queue.findIndex((message) => message.id === id)
      if (queued >= 0) queue.splice(queued, 1)
      else if (id === undefined || shown?.id === id) closeShown()
    },
    restore: () => {
      const restoreButton = shown?.restoreButton
      if (!restoreButton) return false
      closeShown()
      restoreButton.onRestore()
      return true
    },
    pause: () => {
      if (paused || !shown) return
      paused = true
      stopTimer()
    },
    resume: () => {
      if (!paused) return
      paused = false
      countDown()
    },
    clear: () => {
      queue.length = 0
      closeShown()
    },
    setProduction: (isProduction) => {
      production = isProduction
    },
    subscribe: (onChange) => {
      watchers.add(onChange)
      return () => watchers.delete(onChange)
    },
    current: () => shown,
  }
}

/** The one that the app uses. */
export const notifications = createNotifications()

const DEFAULT_ICONS: Record<StatusColor, NotificationIcon> = {
  error: 'alert',
  warning: 'alert',
  info: 'info',
  success: 'check',
}

function complete(message: NotificationMessage, id: number): ShownNotification {
  const { statusCode } = message
  const statusColor =
    message.statusColor ?? (statusCode !== undefined && statusCode >= 400 ? 'error' : 'info')
  return {
    id,
    message: message.message || DEFAULT_MESSAGE,
    statusCode,
    statusColor,
    timeoutLength: message.timeoutLength ?? DEFAULT_TIMEOUT_MS,
    icon: message.icon ?? DEFAULT_ICONS[statusColor],
    restoreButton: message.restoreButton && {
      label: message.restoreButton.label ?? 'Undo',
      onRestore: message.restoreButton.onRestore,
    },
    progress: 100,
  }
}
