import { notifications } from '#src/ui/notifications/notifications.ts'

/** Consecutive deletions share one message and one undo. */
export const offerUndo = (parts: {
  message: string
  item: string
  /** For several: "3 questions deleted". */
  words: (count: number) => string
  /** In ms, or PERSISTENT. By default the message stays for as long as an undo is offered. */
  timeoutLength?: number | undefined
  onRestore: () => unknown
}): void => {
  const { message, item, words, timeoutLength, onRestore } = parts
  notifications.show({
    message,
    statusColor: 'success',
    timeoutLength,
    restoreButton: { onRestore, group: { key: words(2), item, words } },
    showInProduction: true,
  })
}
