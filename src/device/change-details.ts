import { MESSAGES } from '#domain/messages.ts'
import type { Details } from '#domain/trollies/operation.ts'
import type { TrollyView } from '#domain/trollies/view.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { showFailure } from './show-failure.ts'
import type { UserDevice } from './user-device.ts'

/** Changes a trolly's details, offline too, and says so or why not. A draft is no trolly yet, so its changes are silent. */
export const changeDetails = async (
  { outbox }: Pick<UserDevice, 'outbox'>,
  trolly: TrollyView,
  changes: Details['changes'],
): Promise<void> => {
  const names = Object.keys(changes) as (keyof typeof changes)[]
  if (names.every((name) => changes[name] === (trolly[name] ?? null))) return
  try {
    await outbox.append(trolly.id, { kind: 'details', changes })
    if (!trolly.isDraft) tellUpdated()
  } catch (error) {
    showFailure(error)
  }
}

export const tellUpdated = (): void => {
  notifications.show({ message: MESSAGES.trollyUpdated, statusColor: 'success', showInProduction: true })
}
