import { type Clock, systemClock } from '#src/ui/status/minute-clock.ts'
import {
  type ActionButton,
  type NotificationIcon,
  PROGRESS_STEP_PERCENT,
  type ShownNotification,
  type StatusColor,
  type UndoGroup,
} from './shown-notification.ts'

/*
 * Messages about what just happened (specification sections 4 and 9): one at a time and strictly in turn. None overtakes
 * another and none is dropped; the next comes about 100 ms after the one before has closed. A message with a time-out
 * counts down in steps of 2 percent from when it is shown. A store without React, so that anything may tell:
 * notification-host.tsx shows it.
 */

export const DEFAULT_TIMEOUT_MS = 5000
/** What can be taken back can be for so long (specification section 9, of a template). */
export const UNDO_TIMEOUT_MS = 10_000
/** As timeoutLength: stays until it is dismissed. */
export const PERSISTENT = -1
export const NEXT_MESSAGE_DELAY_MS = 100
export const DEFAULT_MESSAGE = 'SNACKBAR ERROR'

/** Field names are the specification's (section 3), but for those that say so. */
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
  restoreButton?:
    | { label?: string | undefined; onRestore: () => unknown; group?: MessageGroup | undefined }
    | undefined
  /** Without it the message is for developers and hidden in production. */
  showInProduction?: boolean | undefined
  /** Not the specification's. Leads on; pressing it closes the message. No undo: Ctrl+Z leaves it alone. */
  actionButton?: ActionButton | undefined
  /** Not the specification's. It is about the page that is open, and closes when another is. */
  ofPage?: boolean | undefined
}

/** Several of a kind in a row are one message, with one button that takes all of them back. */
export type MessageGroup = {
  /** Messages with the same one are one. */
  key: string
  /** What was done, among them: done again, only the last of it is taken back. */
  item: string
  /** For two and more. */
  words: (count: number) => string
}

export type Notifications = {
  /** Shows it, or queues it. Its id, or undefined where it is hidden in production. */
  show: (message: NotificationMessage) => number | undefined
  /** Closes the message on screen, or takes one out of the queue. Without an id: the one on screen. */
  close: (id?: number) => void
  /** Takes back what the message on screen offers to; false where it offers nothing. */
  restore: () => boolean
  /** Does what the message on screen leads to. */
  act: () => void
  /** Holds the count-down (pointer or focus on it); resume goes on with the step that was under way. */
  pause: () => void
  resume: () => void
  /** The page that was open is left: a message about it does not stay. */
  leavePage: () => void
  /** Drops all of them, as at sign-out. */
  clear: () => void
  /** Whether messages without showInProduction are hidden. True until told otherwise. */
  setProduction: (isProduction: boolean) => void
  subscribe: (onChange: () => void) => () => void
  current: () => ShownNotification | undefined
}

export function createNotifications(clock: Clock = systemClock): Notifications {
  const watchers = new Set<() => void>()
  let waiting: ShownNotification[] = []
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

  const present = (message: ShownNotification | undefined) => {
    stopTimer()
    // A pointer that rests on the message stays on it where that only says more.
    if (message?.id !== shown?.id) paused = false
    shown = message
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
    present(undefined)
    timer = clock.setTimeout(() => present(waiting.shift()), NEXT_MESSAGE_DELAY_MS)
  }

  const enter = (message: ShownNotification) => {
    // A timer without a message is the pause between two: the next one is on its way already.
    if (shown || timer !== undefined) waiting.push(message)
    else present(message)
  }

  /** In the place of one that is shown or waits. */
  const replace = (message: ShownNotification) => {
    if (shown?.id === message.id) present(message)
    else waiting = waiting.map((each) => (each.id === message.id ? message : each))
  }

  const isSameFailure = (one: ShownNotification, other: ShownNotification): boolean =>
    one.statusColor === 'error' && other.statusColor === 'error' && one.message === other.message

  return {
    show: (message) => {
      if (production && !message.showInProduction) return undefined
      const asked = complete(message, lastId + 1)
      const there = (test: (message: ShownNotification) => boolean) =>
        shown && test(shown) ? shown : waiting.find(test)
      const again = there((before) => isSameFailure(before, asked))
      if (again) return again.id
      lastId += 1
      const key = asked.restoreButton?.group?.key
      const kin = key === undefined ? undefined : there((each) => each.restoreButton?.group?.key === key)
      if (!kin) {
        enter(asked)
        return lastId
      }
      replace(joined(kin, asked, message.restoreButton?.group?.words))
      return kin.id
    },
    close: (id) => {
      if (id === undefined || shown?.id === id) closeShown()
      else waiting = waiting.filter((each) => each.id !== id)
    },
    restore: () => {
      const restoreButton = shown?.restoreButton
      if (!restoreButton) return false
      closeShown()
      restoreButton.onRestore()
      return true
    },
    act: () => {
      const actionButton = shown?.actionButton
      closeShown()
      actionButton?.onAct()
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
    leavePage: () => {
      // One that nobody has seen yet still has its turn, and then its time.
      waiting = waiting.map((each) =>
        each.ofPage && each.timeoutLength < 0 ? { ...each, timeoutLength: DEFAULT_TIMEOUT_MS } : each,
      )
      if (shown?.ofPage) closeShown()
    },
    clear: () => {
      waiting = []
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
    timeoutLength: message.timeoutLength ?? (message.restoreButton ? UNDO_TIMEOUT_MS : DEFAULT_TIMEOUT_MS),
    icon: message.icon ?? DEFAULT_ICONS[statusColor],
    restoreButton: message.restoreButton && {
      label: message.restoreButton.label ?? 'Undo',
      onRestore: message.restoreButton.onRestore,
      group: startOfSeveral(message.restoreButton),
    },
    actionButton: message.actionButton,
    ofPage: message.ofPage ?? false,
    progress: 100,
  }
}

function startOfSeveral({
  group,
  onRestore,
}: NonNullable<NotificationMessage['restoreButton']>): UndoGroup | undefined {
  return group && { key: group.key, each: new Map([[group.item, onRestore]]) }
}

/** The later one with what the earlier offered, under the earlier one's id and with all of its time: it stays the same card. */
function joined(
  before: ShownNotification,
  after: ShownNotification,
  words: MessageGroup['words'] | undefined,
): ShownNotification {
  const [earlier, later] = [before.restoreButton?.group, after.restoreButton?.group]
  if (!earlier || !later || !after.restoreButton) return after
  const each = new Map([...earlier.each].filter(([item]) => !later.each.has(item)))
  for (const [item, onRestore] of later.each) each.set(item, onRestore)
  return {
    ...after,
    id: before.id,
    message: each.size > 1 && words ? words(each.size) : after.message,
    restoreButton: {
      ...after.restoreButton,
      // As they were done, the last one first.
      onRestore: () => {
        for (const onRestore of [...each.values()].reverse()) onRestore()
      },
      group: { key: earlier.key, each },
    },
  }
}
