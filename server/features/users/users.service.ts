import { createHash } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Change } from '#contract/changes.ts'
import { type MaintainedUser, UserFields, type users } from '#contract/users.ts'
import { sortOf } from '#contract/values.ts'
import type { GuardedRoute } from '#domain/routes.ts'
import { isStaffType } from '#domain/user.ts'
import type { Database } from '#server/db/database.ts'
import { type Connection, inTransaction } from '#server/db/transaction.ts'
import { endSessions, updateUser } from '#server/features/auth/account.repository.ts'
import type { Security } from '#server/features/auth/security.ts'
import type { ConfigService } from '#server/features/config/config.service.ts'
import { partiesOf } from '#server/features/joining/joining.service.ts'
import { userAddedMail } from '#server/features/joining/joining-mail.ts'
import { writeJoiningMails } from '#server/features/joining/joining-mails.repository.ts'
import { findChange, searchChanges } from '#server/features/maintained/changes.repository.ts'
import { isTaken } from '#server/features/maintained/records.ts'
import type { Passwords } from '#server/passwords.ts'
import type { Answers } from '#server/routing/answers.ts'
import type { Caller } from '#server/routing/caller.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { requireSame } from '#server/routing/require-same.ts'
import {
  lockUserForChange,
  resetUser,
  signedOutWords,
  signOutUser,
  unlockedWords,
  unlockUser,
} from './user-office.ts'
import {
  type FoundUser,
  findUnknownCustomers,
  findUserOfOffice,
  insertUserOnce,
  noteUserChange,
  searchUsers,
  setCustomersOf,
} from './users.repository.ts'

type Parts = {
  database: Database
  company: ConfigService['company']
  passwords: Pick<Passwords, 'standIn'>
  security: Pick<Security, 'accountHashes'>
  now: () => Date
}

/**
 * Who may sign in. Only administrators: a list of routes that names this screen opens it to nobody else, who could give themselves
 * any role. Each change is noted with who made it; one administrator always remains.
 */
export const usersService = ({
  database,
  company,
  passwords,
  security,
  now,
}: Parts): Answers<typeof users> => {
  /** @param what besides the fields: what was done */
  const note = (
    connection: Connection,
    { by, before, after, done }: { by: string; before?: FoundUser; after: FoundUser; done?: string },
  ): Promise<void> =>
    noteUserChange(connection, {
      id: uuidv7(),
      at: now(),
      userId: by,
      recordId: after.user.id,
      before: before ? { ...stateOf(before), ...(done !== undefined && { done: null }) } : null,
      after: { ...stateOf(after), ...(done !== undefined && { done }) },
    })

  /** Changes a user under a lock, notes it, and answers with the user. */
  const change = async (
    { caller, id }: { caller: Caller; id: string },
    work: (
      connection: Connection,
      before: FoundUser,
      isLastAdministrator: boolean,
    ) => Promise<string | undefined>,
  ): Promise<{ user: MaintainedUser; done: string | undefined }> => {
    requireAdministrator(caller)
    return await inTransaction(database, async (connection) => {
      const locked = await lockUserForChange(connection, id)
      if (locked === undefined) throw new Refusal('record_not_found')
      const before = await requireFound(connection, id)
      const done = await work(connection, before, locked.isLastAdministrator)
      const after = await requireFound(connection, id)
      if (done !== undefined || !same(stateOf(before), stateOf(after)))
        await note(connection, { by: caller.userId, before, after, ...(done !== undefined && { done }) })
      return { user: toReply(after), done }
    }).catch((error: unknown) => {
      throw isTaken(error) ? taken() : error
    })
  }

  const write = async (
    connection: Connection,
    before: FoundUser,
    { fields, isLastAdministrator }: { fields: Partial<UserFields>; isLastAdministrator: boolean },
  ): Promise<void> => {
    const { id } = before.user
    const { customerIds, routes, email, ...plain } = fields
    const moves = fields.accountType !== undefined && fields.accountType !== before.user.accountType
    if (moves && isLastAdministrator) throw new Refusal('last_administrator')
    if (customerIds !== undefined) await requireCustomers(connection, customerIds)
    const newRoutes = routes === undefined ? undefined : routes.length === 0 ? null : routes
    await updateUser(connection, id, {
      ...plain,
      ...(email !== undefined && { email: email.toLowerCase() }),
      // Routes that were chosen for another account type might open what this one may not see.
      ...(moves && { aclRoutes: null }),
      ...(newRoutes !== undefined && { aclRoutes: newRoutes }),
      username: fields.username ?? before.user.username,
    })
    if (customerIds !== undefined) await setCustomersOf(connection, id, customerIds)
    const narrows = newRoutes !== undefined && !same(newRoutes, before.user.aclRoutes)
    if (moves || narrows) await endSessions(connection, id)
  }

  return {
    search: async ({
      user: caller,
      body: { queryString = '', state, accountType, sort_by, page = 1, pageLength = 24 },
    }) => {
      requireAdministrator(caller)
      const { data, total } = await searchUsers(database, {
        text: queryString,
        isStopped: state === 'deleted',
        accountType,
        sort: sort_by && sortOf(sort_by),
        limit: pageLength,
        offset: (page - 1) * pageLength,
      })
      return { data: data.map(toReply), total, page, pageLength }
    },

    create: async ({ user: caller, body: { id = uuidv7(), customerIds, routes, email, ...fields } }) => {
      requireAdministrator(caller)
      return await inTransaction(database, async (connection) => {
        await requireCustomers(connection, customerIds)
        const isNew = await insertUserOnce(connection, {
          id,
          ...fields,
          email: email.toLowerCase(),
          // Until they have chosen one by the link of a mail, no password is right.
          passwordHash: passwords.standIn(),
          aclRoutes: routes.length === 0 ? null : routes,
        })
        const found = isNew ? undefined : await findUserOfOffice(connection, id)
        if (found)
          return requireSame(
            toReply(found),
            { ...fields, email: email.toLowerCase(), customerIds, routes },
            {
              noun: 'user',
              fields: { record: toReply(found) },
            },
          )
        if (!isNew) throw taken()
        await setCustomersOf(connection, id, customerIds)
        const after = await requireFound(connection, id)
        await note(connection, { by: caller.userId, after })
        await writeJoiningMails(
          connection,
          [userAddedMail(after.user.email, await partiesOf(company))],
          now(),
        )
        return toReply(after)
      })
    },

    update: async ({ user: caller, params: { id }, body: { version, ...fields } }) => {
      const { user } = await change({ caller, id }, async (connection, before, isLastAdministrator) => {
        const current = toReply(before)
        if (version !== undefined && version !== current.version) {
          requireSame(current, fields, { noun: 'user', fields: { record: current } })
          return undefined
        }
        await write(connection, before, { fields, isLastAdministrator })
        return undefined
      })
      return user
    },

    stop: async ({ user: caller, params: { id } }) => {
      const { user } = await change({ caller, id }, async (connection, before, isLastAdministrator) => {
        if (before.user.deactivatedAt !== null) return undefined
        if (isLastAdministrator) throw new Refusal('last_administrator')
        await signOutUser(connection, id)
        await updateUser(connection, id, { deactivatedAt: now() })
        return undefined
      })
      return user
    },

    unlock: async ({ user: caller, params: { id } }) => {
      const { user, done = '' } = await change({ caller, id }, async (connection, { user: row }) =>
        unlockedWords(await unlockUser(connection, row, await security.accountHashes(row.email))),
      )
      return { message: `${user.username}: ${done}` }
    },

    reset: async ({ user: caller, params: { id } }) => {
      requireAdministrator(caller)
      const found = await findUserOfOffice(database, id)
      if (found === undefined) throw new Refusal('record_not_found')
      const removed = await resetUser(database, id, now())
      if (removed === undefined)
        throw new Refusal('invalid_request', {
          message: `${found.user.username} is on stop. Unlock them first.`,
        })
      const done = ['mail for a new password', ...removed.map((each) => `${each} removed`)].join(', ')
      const { user } = await change({ caller, id }, async () => done)
      return {
        message: `${user.email} gets a mail to choose a new password${removed.length > 0 ? `; ${removed.join(' and ')} removed` : ''}`,
      }
    },

    signOut: async ({ user: caller, params: { id } }) => {
      const { user, done = '' } = await change({ caller, id }, async (connection) =>
        signedOutWords(await signOutUser(connection, id)),
      )
      return { message: `${user.username} is ${done}` }
    },

    changes: async ({ user: caller, body: { record_id: recordId, page = 1, pageLength = 24 } }) => {
      requireAdministrator(caller)
      const { data, total } = await searchChanges(database, {
        noun: 'user',
        recordId,
        text: '',
        limit: pageLength,
        offset: (page - 1) * pageLength,
      })
      return {
        data: data.map(
          ({ change: made, by }): Change => ({
            id: made.id,
            at: made.at.toISOString(),
            by,
            record_id: made.recordId,
            name: String(made.after?.username ?? ''),
            kind: kindOf(made),
            fields: FIELDS_TOLD.flatMap((field) => {
              const [was, is] = [made.before?.[field] ?? null, made.after?.[field] ?? null]
              return same(was, is) ? [] : [{ field, before: was, after: is }]
            }),
            batch: null,
          }),
        ),
        total,
        page,
        pageLength,
      }
    },

    revert: async ({ user: caller, params: { id } }) => {
      requireAdministrator(caller)
      const made = await inTransaction(database, (connection) => findChange(connection, { id, noun: 'user' }))
      if (!made) throw new Refusal('record_not_found')
      const { recordId, before: was, after: became } = made
      const touched = Object.keys(UserFields.properties).filter(
        (field) => !same(was?.[field], became?.[field]),
      )
      if (was === null || touched.length === 0)
        throw new Refusal('invalid_request', { message: 'This cannot be reverted.' })
      await change({ caller, id: recordId }, async (connection, found, isLastAdministrator) => {
        const current: Record<string, unknown> = stateOf(found)
        if (touched.every((field) => same(current[field], was[field]))) return undefined
        if (touched.some((field) => !same(current[field], became?.[field])))
          throw new Refusal('changed', { message: 'Changed again since. Nothing was reverted.' })
        const fields = Object.fromEntries(touched.map((field) => [field, was[field]]))
        await write(connection, found, { fields, isLastAdministrator })
        return undefined
      })
      return { record_id: recordId }
    },
  }
}

const FIELDS_TOLD = [...Object.keys(UserFields.properties), 'done']

const requireAdministrator = ({ accountType }: Pick<Caller, 'accountType'>): void => {
  if (!isStaffType(accountType) || accountType === 'ST') throw new Refusal('forbidden')
}

const requireFound = async (connection: Connection, id: string): Promise<FoundUser> => {
  const found = await findUserOfOffice(connection, id)
  if (found === undefined) throw new Refusal('record_not_found')
  return found
}

const requireCustomers = async (connection: Connection, ids: readonly string[]): Promise<void> => {
  const unknown = await findUnknownCustomers(connection, ids)
  if (unknown.length > 0)
    throw new Refusal('invalid_request', {
      errors: [
        { path: 'body/customerIds', message: `has ${unknown.slice(0, 5).join(', ')}, which is no account` },
      ],
    })
}

const taken = (): Refusal =>
  new Refusal('already_exists', {
    errors: [{ path: 'body/email', message: 'is another user’s already, maybe of one who is on stop' }],
  })

/** What is maintained of a user, and noted. */
const stateOf = ({ user, customerIds }: FoundUser) => ({
  username: user.username,
  email: user.email,
  accountType: user.accountType,
  canPlaceOrders: user.canPlaceOrders,
  customerIds,
  routes: user.aclRoutes ?? [],
  deleted: user.deactivatedAt !== null,
})

const toReply = (found: FoundUser): MaintainedUser => {
  const state = stateOf(found)
  return {
    id: found.user.id,
    version: createHash('sha256').update(JSON.stringify(state)).digest().readUInt32BE(0) % 1_000_000_000,
    ...state,
    routes: state.routes as GuardedRoute[],
    mustChangePassword: found.user.mustChangePassword,
    secondFactor: found.secondFactor,
    passkeys: found.passkeys,
    devices: found.devices,
    lastUsedAt: found.lastUsedAt?.toISOString() ?? null,
  }
}

const kindOf = ({ before, after }: { before: object | null; after: object | null }): Change['kind'] => {
  if (before === null) return 'added'
  const [was, is] = [before, after] as { deleted?: boolean }[]
  if (was?.deleted === is?.deleted) return 'changed'
  return is?.deleted === true ? 'deleted' : 'restored'
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
