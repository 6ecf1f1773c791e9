import { notifications } from '#src/ui/notifications/notifications.ts'

/** Consecutive deletions share one message and one undo. */
export const offerUndo = (parts: {
  message: string
  item: string
  /** For several: "3 questions deleted". */
  words: (count: number) => string
  /** A row of MESSAGE_TIMES_MS; `usual` without one. */
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
