import { notifications } from '#src/ui/notifications/notifications.ts'
import { UNDO_MS } from './undo-ms.ts'

/** Consecutive deletions share one message and one undo. */
export const offerUndo = (parts: {
  message: string
  item: string
  /** For several: "3 questions deleted". */
  words: (count: number) => string
  onRestore: () => unknown
}): void => {
  const { message, item, words, onRestore } = parts
  notifications.show({
    message,
    statusColor: 'success',
    timeoutLength: UNDO_MS,
    restoreButton: { onRestore, group: { key: words(2), item, words } },
    showInProduction: true,
  })
}
