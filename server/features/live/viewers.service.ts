import type { trollyViewers } from '#contract/trolly-viewers.ts'
import { type AccountType, isStaffType } from '#domain/user.ts'
import type { Database } from '#server/db/database.ts'
import { noteViewer } from '#server/features/maintained/changes.repository.ts'
import { requireFound } from '#server/features/trollies/trolly-mutation.ts'
import { findTrolly } from '#server/features/trollies/trolly-rows.repository.ts'
import type { Answers } from '#server/routing/answers.ts'

/** @throws Refusal `trolly_not_found` */
export const viewersService = ({ database }: { database: Database }): Answers<typeof trollyViewers> => ({
  note: async ({ user, params, body: { leaves = false } }) => {
    const { id } = requireFound(await findTrolly(database, user, params.id))
    const others = await noteViewer(database, { recordId: id, tokenId: user.tokenId, leaves })
    const isHidden = (accountType: AccountType) => !user.isStaff && isStaffType(accountType)
    return {
      names: others.filter(({ accountType }) => !isHidden(accountType)).map(({ name }) => name),
      office: others.some(({ accountType }) => isHidden(accountType)),
    }
  },
})
