/** A message with all defaults filled in. */

/** Step of the countdown, in percent of the time-out (specification section 9). */
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
  /** Percent of time left; 100 if persistent. */
  progress: number
}

/** The undos of one kind by item, in order. */
export type UndoGroup = { key: string; each: ReadonlyMap<string, () => unknown> }
