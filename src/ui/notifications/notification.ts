import { MESSAGE_TIMES_MS } from '#domain/message-times.ts'

/** Step of the countdown, in percent of the time-out (specification section 9). */
export const PROGRESS_STEP_PERCENT = 2
const DEFAULT_MESSAGE = 'SNACKBAR ERROR'

type StatusColor = 'error' | 'warning' | 'info' | 'success'

export type NotificationIcon = 'alert' | 'check' | 'info' | 'lock' | 'offline' | 'trash' | 'refresh'

type Undo = () => unknown

/** Field names follow the specification (section 3) unless noted. */
export type NotificationMessage = {
  message?: string | undefined
  statusCode?: number | undefined
  /** error if statusCode is 400 or more, else info. */
  statusColor?: StatusColor | undefined
  /** A row of MESSAGE_TIMES_MS; `usual` without one. */
  timeoutLength?: number | undefined
  icon?: NotificationIcon | undefined
  /** Pressing it closes the message. */
  restoreButton?: { label?: string; onRestore: Undo; group?: MessageGroup | undefined } | undefined
  /** Without it the message is for developers and hidden in production. */
  showInProduction?: boolean | undefined
  /** Not in the specification. Pressing it closes the message; Ctrl+Z leaves it alone. */
  actionButton?: { label: string; onAct: () => unknown } | undefined
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

/** A message with all defaults filled in. */
export type ShownNotification = Omit<NotificationMessage, 'restoreButton'> & {
  id: number
  message: string
  statusColor: StatusColor
  timeoutLength: number
  icon: NotificationIcon
  restoreButton: { label: string; group: MessageGroup | undefined } | undefined
  /** The actions by item, in the order of their messages. */
  undos: ReadonlyMap<string, Undo>
}

const DEFAULT_ICONS: Record<StatusColor, NotificationIcon> = {
  error: 'alert',
  warning: 'alert',
  info: 'info',
  success: 'check',
}

export function complete({ restoreButton, ...rest }: NotificationMessage, id: number): ShownNotification {
  const { message, statusCode = 0, statusColor = statusCode >= 400 ? 'error' : 'info' } = rest
  const { label = 'Undo', group, onRestore } = restoreButton ?? {}
  return {
    ...rest,
    id,
    message: message || DEFAULT_MESSAGE,
    statusColor,
    timeoutLength: rest.timeoutLength ?? MESSAGE_TIMES_MS.usual,
    icon: rest.icon ?? DEFAULT_ICONS[statusColor],
    restoreButton: restoreButton && { label, group },
    undos: new Map(onRestore && [[group?.item ?? '', onRestore]]),
  }
}

export const isSameFailure = (one: ShownNotification, other: ShownNotification): boolean =>
  one.statusColor === 'error' && other.statusColor === 'error' && one.message === other.message

export const isSameKind = (one: ShownNotification, other: ShownNotification): boolean =>
  one.restoreButton?.group !== undefined && one.restoreButton.group.key === other.restoreButton?.group?.key

/** Merges both under the earlier id with a full time-out, so that the card stays. */
export function joined(before: ShownNotification, after: ShownNotification): ShownNotification {
  const undos = new Map([...before.undos].filter(([item]) => !after.undos.has(item)).concat([...after.undos]))
  const words = after.restoreButton?.group?.words
  return {
    ...after,
    id: before.id,
    undos,
    message: undos.size > 1 && words ? words(undos.size) : after.message,
  }
}
