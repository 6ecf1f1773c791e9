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
 * Messages one at a time, in order, none dropped, about 100 ms apart (specification sections 4 and 9). A store without
 * React, so that any code can show one; notification-host.tsx renders it.
 */

export const DEFAULT_TIMEOUT_MS = 5000
/** Specification section 9 (templates). */
export const UNDO_TIMEOUT_MS = 10_000
/** A timeoutLength: stays until dismissed. */
export const PERSISTENT = -1
export const NEXT_MESSAGE_DELAY_MS = 100
export const DEFAULT_MESSAGE = 'SNACKBAR ERROR'

/** Field names follow the specification (section 3) unless noted. */
export type NotificationMessage = {
  message?: string | undefined
  statusCode?: number | undefined
  /** error if statusCode is 400 or more, else info. */
  statusColor?: StatusColor | undefined
  /** ms, or PERSISTENT. */
  timeoutLength?: number | undefined
  icon?: NotificationIcon | undefined
  /** Pressing it closes the message. */
  restoreButton?:
    | { label?: string | undefined; onRestore: () => unknown; group?: MessageGroup | undefined }
    | undefined
  /** Without it the message is for developers and hidden in production. */
  showInProduction?: boolean | undefined
  /** Not in the specification. Pressing it closes the message; Ctrl+Z leaves it alone. */
  actionButton?: ActionButton | undefined
  /** Not in the specification. Closes when the page changes. */
  ofPage?: boolean | undefined
}

/** Consecutive messages of one kind become one, with one button that undoes all of them. */
export type MessageGroup = {
  key: string
  /** If the same item is done twice, only the last is undone. */
  item: string
  /** For two or more. */
  words: (count: number) => string
}

export type Notifications = {
  /** Shows or queues it. Returns its id, or undefined if hidden in production. */
  show: (message: NotificationMessage) => number | undefined
  /** Closes the shown or queued message; without an id the shown one. */
  close: (id?: number) => void
  /** Undoes the shown message's action; false if it has none. */
  restore: () => boolean
  /** Runs the shown message's actionButton. */
  act: () => void
  /** Holds the countdown; resume finishes the current step. */
  pause: () => void
  resume: () => void
  /** Closes messages about the page being left. */
  leavePage: () => void
  /** For sign-out. */
  clear: () => void
  /** Whether to hide messages without showInProduction. True by default. */
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
    // Stay paused if the same message only changes its text.
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
    // A timer without a message is the pause between two.
    if (shown || timer !== undefined) waiting.push(message)
    else present(message)
  }

  /** Replaces a shown or queued message. */
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
      // A queued message keeps its turn and its full time.
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

/** Merges both under the earlier id with a full time-out, so that the card stays. */
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
      // Undo in reverse order.
      onRestore: () => {
        for (const onRestore of [...each.values()].reverse()) onRestore()
      },
      group: { key: earlier.key, each },
    },
  }
}
