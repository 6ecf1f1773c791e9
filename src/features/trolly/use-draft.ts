import { useEffect } from 'react'
import { useUserDevice } from '#src/device/device-context.tsx'
import { useChoice } from '#src/device/use-choice.ts'
import { useLive } from '#src/device/use-live.ts'
import { findChoice } from '#src/store/choice.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { findDraftOf, keepDraft } from '#src/sync/trollies/drafts.ts'

/** The chosen customer's draft. undefined: not known yet, or no customer is chosen. */
export const useDraftId = (): string | undefined => useLive(DRAFT_ID).value ?? undefined

/** Keeps one draft for the chosen customer and day. Mount once. */
export const useDraftUpkeep = (): string | undefined => {
  const device = useUserDevice()
  const choice = useChoice().value
  const { value: draftId } = useLive(DRAFT_ID)
  useEffect(() => {
    // If the draft is the current trolly, it has a day of its own.
    const isCurrent = draftId !== null && draftId === choice?.trollyId
    if (!choice || draftId === undefined || isCurrent) return
    void device.keep(async () => {
      await keepDraft(device.database, choice)
    })
  }, [device, choice, draftId])
  return draftId ?? undefined
}

const DRAFT_ID = {
  key: ['draft id'],
  read: (database: UserDatabase): Promise<string | null> =>
    database.transaction('r', [database.settings, database.trollies], async () => {
      const choice = await findChoice(database)
      return (choice && (await findDraftOf(database, choice.customer.id))?.id) ?? null
    }),
}
