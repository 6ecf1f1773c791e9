/** A message as it waits for its turn and is shown: with everything that was left out filled in. */

/** Of the time that a message has, how much goes by between two looks at it (specification section 9). */
export const PROGRESS_STEP_PERCENT = 2

export type StatusColor = 'error' | 'warning' | 'info' | 'success'

export type NotificationIcon = 'alert' | 'check' | 'info' | 'lock' | 'offline' | 'trash' | 'refresh'

export type ActionButton = { label: string; onAct: () => unknown }

export type ShownNotification = {
  id: number
  message: string
  statusCode: number | undefined
  statusColor: StatusColor
  timeoutLength: number
  icon: NotificationIcon
  restoreButton: { label: string; onRestore: () => unknown; group: UndoGroup | undefined } | undefined
  actionButton: ActionButton | undefined
  ofPage: boolean
  /** Percent of the time that is left; 100 for a persistent one. */
  progress: number
}

/** What of a kind was done so far, by item, in the order in which it was done. */
export type UndoGroup = { key: string; each: ReadonlyMap<string, () => unknown> }
