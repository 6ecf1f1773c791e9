import type { TrollyView } from '#domain/trollies/view.ts'
import { trollyTitle } from '#domain/trollies/words.ts'
import type { UserDevice } from '#src/device/user-device.ts'
import { changeChoice, findChoice } from '#src/store/choice.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'

/** Offers an undo until the deletion is sent. @throws OperationRefused if it cannot be deleted now */
export const deleteTrolly = async (
  { outbox, database }: Pick<UserDevice, 'outbox' | 'database'>,
  trolly: TrollyView,
): Promise<void> => {
  await outbox.append(trolly.id, { kind: 'delete' })
  const wasCurrent = (await findChoice(database))?.trollyId === trolly.id
  if (wasCurrent) await changeChoice(database, { trollyId: null })
  notifications.show({
    message: trolly.deliveryDay === null ? 'Trolly deleted' : `${trollyTitle(trolly, new Date())} deleted`,
    icon: 'trash',
    restoreButton: {
      onRestore: async () => {
        if (!(await outbox.undoDelete(trolly.id))) {
          notifications.show({
            message: 'Too late to undo: the trolly has been deleted.',
            statusColor: 'warning',
            showInProduction: true,
          })
        } else if (wasCurrent) await changeChoice(database, { trollyId: trolly.id })
      },
    },
    showInProduction: true,
  })
}
