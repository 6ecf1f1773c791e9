import { MESSAGE_TIMES_MS, PERSISTENT } from '#domain/message-times.ts'
import { createStore } from '#src/state/store.ts'
import { type Clock, systemClock } from '#src/ui/status/minute-clock.ts'
import {
  complete,
  isSameFailure,
  isSameKind,
  joined,
  type NotificationMessage,
  PROGRESS_STEP_PERCENT,
  type ShownNotification,
} from './notification.ts'

/*
 * Messages one at a time, in order, none dropped, about 100 ms apart (specification sections 4 and 9). A store without
 * React, so that any code can show one; notification-host.tsx renders it.
 */

export const NEXT_MESSAGE_DELAY_MS = 100

export type Notifications = ReturnType<typeof createNotifications>

export function createNotifications(clock: Clock = systemClock) {
  const store = createStore<ShownNotification | undefined>(undefined)
  const shown = store.get
  const timeLeft = createStore(100)
  let waiting: ShownNotification[] = []
  /** The timer of a countdown's step, or of the pause between two messages. */
  let timer: number | undefined
  let paused = false
  let production = true
  let lastId = 0

  const after = (ms: number, run: () => void) => {
    timer = clock.setTimeout(() => {
      timer = undefined
      run()
    }, ms)
  }

  const stopTimer = () => {
    if (timer !== undefined) clock.clearTimeout(timer)
    timer = undefined
  }

  const present = (message: ShownNotification | undefined) => {
    stopTimer()
    // Stay paused if the same message only changes its text.
    if (message?.id !== shown()?.id) paused = false
    timeLeft.set(100)
    store.set(message)
    countDown()
  }

  const countDown = () => {
    const message = shown()
    if (!message || paused || message.timeoutLength === PERSISTENT) return
    after((message.timeoutLength * PROGRESS_STEP_PERCENT) / 100, () => {
      const left = timeLeft.get() - PROGRESS_STEP_PERCENT
      if (left <= 0) return closeShown()
      timeLeft.set(left)
      countDown()
    })
  }

  const closeShown = () => {
    if (!shown()) return
    present(undefined)
    after(NEXT_MESSAGE_DELAY_MS, () => present(waiting.shift()))
  }

  return {
    current: shown,
    subscribe: store.subscribe,
    /** Percent of the shown message's time; 100 if persistent. Apart from the message, which does not change at each step. */
    timeLeft: timeLeft as Pick<typeof timeLeft, 'get' | 'subscribe'>,
    /** Shows or queues it. Returns its id, or undefined if hidden in production. */
    show: (asked: NotificationMessage): number | undefined => {
      if (production && !asked.showInProduction) return undefined
      const message = complete(asked, lastId + 1)
      const all = [shown() ?? [], waiting].flat()
      const again = all.find((each) => isSameFailure(each, message))
      if (again) return again.id
      lastId = message.id
      const kin = all.find((each) => isSameKind(each, message))
      if (kin && kin === shown()) present(joined(kin, message))
      else if (kin) waiting[waiting.indexOf(kin)] = joined(kin, message)
      else if (shown() || timer !== undefined) waiting.push(message)
      else present(message)
      return kin?.id ?? message.id
    },
    /** Closes the shown or queued message; without an id the shown one. */
    close: (id = shown()?.id) => {
      if (shown()?.id === id) closeShown()
      else waiting = waiting.filter((each) => each.id !== id)
    },
    /** Undoes what the shown message is about, the last first; false if it has no undo. */
    restore: (): boolean => {
      const undos = [...(shown()?.undos.values() ?? [])]
      if (undos.length === 0) return false
      closeShown()
      for (const undo of undos.reverse()) undo()
      return true
    },
    /** Runs the shown message's actionButton. */
    act: () => {
      const { actionButton } = shown() ?? {}
      closeShown()
      actionButton?.onAct()
    },
    /** Holds the countdown; resume finishes the current step. */
    pause: () => {
      if (paused || !shown()) return
      paused = true
      stopTimer()
    },
    resume: () => {
      if (!paused) return
      paused = false
      countDown()
    },
    /** Closes the message about the page being left. One in the queue keeps its turn and its full time. */
    leavePage: () => {
      waiting = waiting.map((each) =>
        each.ofPage && each.timeoutLength === PERSISTENT
          ? { ...each, timeoutLength: MESSAGE_TIMES_MS.usual }
          : each,
      )
      if (shown()?.ofPage) closeShown()
    },
    /** For sign-out. */
    clear: () => {
      waiting = []
      closeShown()
    },
    /** Whether to hide messages without showInProduction. True by default. */
    setProduction: (isProduction: boolean) => {
      production = isProduction
    },
  }
}

export const notifications = createNotifications()

export type { NotificationMessage } from './notification.ts'
