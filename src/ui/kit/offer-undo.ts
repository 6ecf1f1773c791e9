import { notifications } from '#src/ui/notifications/notifications.ts'
import { UNDO_MS } from './undo-ms.ts'

/** Says what was deleted and takes it back on request; several in a row are one message. */
export const offerUndo = (parts: {
  message: string
  /** The record's id. */
  item: string
  /** Of several: "3 questions deleted". */
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
