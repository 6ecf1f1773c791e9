import { v7 as uuidv7 } from 'uuid'
import {
  type AccountRequest,
  type AccountRequestLook,
  type ApprovalFields,
  type accountRequests,
  SIMILARITIES,
} from '#contract/account-requests.ts'
import { sortOf } from '#contract/values.ts'
import { routeOfPostcode } from '#domain/delivery-route.ts'
import { isStaffType } from '#domain/user.ts'
import type { Database } from '#server/db/database.ts'
import { type Connection, inTransaction } from '#server/db/transaction.ts'
import { endSessions, updateUser } from '#server/features/auth/account.repository.ts'
import { findUserByEmail, type UserRow } from '#server/features/auth/auth.repository.ts'
import type { ConfigService } from '#server/features/config/config.service.ts'
import { newOnlineAccountNo } from '#server/features/customers/online-accounts.ts'
import { findDeliveryRoutes } from '#server/features/delivery-addresses/delivery-routes.repository.ts'
import type { Passwords } from '#server/passwords.ts'
import type { Answers } from '#server/routing/answers.ts'
import { Refusal } from '#server/routing/refusal.ts'
import {
  findPriceLists,
  findRequest,
  findSimilarCustomers,
  linkUserOnce,
  lockCustomer,
  lockRequest,
  type RequestRow,
  searchRequests,
  setDecision,
  setOnStop,
  type ToldRequest,
} from './account-requests.repository.ts'
import { insertCustomer, insertUser } from './joining.repository.ts'
import { partiesOf } from './joining.service.ts'
import { accountClosedMail, accountOpenMail, accountRejectedMail } from './joining-mail.ts'
import { writeJoiningMails } from './joining-mails.repository.ts'

type Parts = {
  database: Database
  company: ConfigService['company']
  passwords: Pick<Passwords, 'standIn'>
  now: () => Date
}

/**
 * How the office deals with requests for an account. If two people decide at once, the first decision stands and the second person is
 * told so. Sending the same decision again returns the request.
 */
export const accountRequestsService = ({
  database,
  company,
  passwords,
  now,
}: Parts): Answers<typeof accountRequests> => {
  const told = async (id: string): Promise<AccountRequest> => toReply(await requireTold(database, id))

  /** @param isDone whether the request is as this decision leaves it already */
  const decide = async (
    { id, userId, isDone }: { id: string; userId: string; isDone: (request: RequestRow) => boolean },
    work: (connection: Connection, request: RequestRow) => Promise<Decision>,
  ): Promise<AccountRequest> => {
    await inTransaction(database, async (connection) => {
      const request = await lockRequest(connection, id)
      if (request === undefined) throw new Refusal('record_not_found')
      if (isDone(request)) return
      const decision = await work(connection, request)
      const isOpen = decision.state === 'open'
      await setDecision(connection, id, {
        reason: '',
        ...decision,
        decidedAt: isOpen ? null : now(),
        decidedBy: isOpen ? null : userId,
      })
    })
    return await told(id)
  }

  /** The person's user for the account, who is told that it is open. */
  const admit = async (
    connection: Connection,
    { contactName, email }: RequestRow,
    customerId: string,
  ): Promise<Decision> => {
    const existing = await insertOrFindUser(connection, {
      id: uuidv7(),
      username: contactName,
      email: email.toLowerCase(),
      // Until they have chosen one by the link of a mail, no password is right.
      passwordHash: passwords.standIn(),
      accountType: 'C2',
    })
    if (isStaffType(existing.user.accountType))
      throw refused('email', 'is the address of a member of staff, who sees every account already')
    if (existing.user.deactivatedAt !== null)
      throw refused(
        'email',
        'is the address of somebody who is on stop. Unlock them in User maintenance first',
      )
    await linkUserOnce(connection, { userId: existing.user.id, customerId })
    const parties = await partiesOf(company)
    await writeJoiningMails(
      connection,
      [accountOpenMail(email, { customerId, isNew: existing.isNew }, parties)],
      now(),
    )
    return { state: 'approved', customerId, userId: existing.user.id }
  }

  return {
    search: async ({ body: { queryString = '', state, kind, sort_by, page = 1, pageLength = 24 } }) => {
      const { data, total } = await searchRequests(database, {
        text: queryString,
        state,
        kind,
        sort: sort_by && sortOf(sort_by),
        limit: pageLength,
        offset: (page - 1) * pageLength,
      })
      return { data: data.map(toReply), total, page, pageLength }
    },

    look: async ({ params: { id } }): Promise<AccountRequestLook> => {
      const found = await requireTold(database, id)
      const { request } = found
      const [routes, similar, user, lists] = await Promise.all([
        findDeliveryRoutes(database, [request.postcode]),
        findSimilarCustomers(database, request),
        findUserByEmail(database, request.email),
        findPriceLists(database),
      ])
      const route = routeOfPostcode(request.postcode, routes)
      return {
        request: toReply(found),
        delivery: route
          ? {
              route: route.route,
              weekdays: route.deliveryWeekdays,
              cutOffTime: route.cutOffTime,
              minimumOrderPence: route.minimumOrderPence,
              deliveryChargePence: route.deliveryChargePence,
            }
          : null,
        similar: similar.map(({ same, ...customer }) => ({
          ...customer,
          same: SIMILARITIES.filter((name) => same[name]),
        })),
        hasUser: user !== undefined && user.erasedAt === null,
        priceLists: lists,
      }
    },

    approve: async ({ user: { userId }, params: { id }, body }) =>
      await decide(
        {
          id,
          userId,
          isDone: ({ state, customerId }) =>
            state === 'approved' && (body.customerNo === '' || body.customerNo === customerId),
        },
        async (connection, request) => {
          requireOpen(request, 'trade')
          return await admit(connection, request, await openAccount(connection, request, body))
        },
      ),

    link: async ({ user: { userId }, params: { id }, body: { customerId } }) =>
      await decide(
        {
          id,
          userId,
          isDone: (request) => request.state === 'approved' && request.customerId === customerId,
        },
        async (connection, request) => {
          requireOpen(request, 'trade')
          const customer = await lockCustomer(connection, customerId)
          if (customer === undefined || customer.leftAt !== null)
            throw refused('customerId', 'is no account’s number')
          return await admit(connection, request, customerId)
        },
      ),

    confirm: async ({ user: { userId }, params: { id } }) =>
      await decide({ id, userId, isDone: ({ state }) => state === 'approved' }, async (_, request) => {
        requireOpen(request, 'cash')
        return { state: 'approved' }
      }),

    reject: async ({ user: { userId }, params: { id }, body: { reason } }) =>
      await decide(
        { id, userId, isDone: ({ state }) => state === 'rejected' },
        async (connection, request) => {
          requireOpen(request, request.kind)
          if (request.kind === 'cash') await stop(connection, request, now())
          const parties = await partiesOf(company)
          const mailOf = request.kind === 'cash' ? accountClosedMail : accountRejectedMail
          await writeJoiningMails(connection, [mailOf(request.email, reason.trim(), parties)], now())
          return { state: 'rejected', reason: reason.trim() }
        },
      ),

    reopen: async ({ user: { userId }, params: { id } }) =>
      await decide({ id, userId, isDone: ({ state }) => state === 'open' }, async (connection, request) => {
        if (request.state !== 'rejected') throw decided(request)
        if (request.kind === 'cash') await unstop(connection, request)
        return { state: 'open' }
      }),
  }
}

type Decision = Pick<RequestRow, 'state'> & Partial<Pick<RequestRow, 'customerId' | 'userId' | 'reason'>>

const requireTold = async (database: Database, id: string): Promise<ToldRequest> => {
  const found = await findRequest(database, id)
  if (found === undefined) throw new Refusal('record_not_found')
  return found
}

const requireOpen = (request: RequestRow, kind: RequestRow['kind']): void => {
  if (request.state !== 'open') throw decided(request)
  if (request.kind !== kind)
    throw new Refusal('invalid_request', {
      message: kind === 'cash' ? 'This account is not open yet.' : 'This account is open already.',
    })
}

const decided = ({ state }: RequestRow): Refusal =>
  new Refusal('changed', {
    message: `Somebody has decided meanwhile: this request is ${state}. Nothing was done.`,
  })

const refused = (field: string, message: string): Refusal =>
  new Refusal('invalid_request', { errors: [{ path: `body/${field}`, message }] })

const insertOrFindUser = async (
  connection: Connection,
  user: Parameters<typeof insertUser>[1],
): Promise<{ user: UserRow; isNew: boolean }> => {
  const inserted = await insertUser(connection, user)
  if (inserted !== undefined) return { user: inserted, isNew: true }
  const found = await findUserByEmail(connection, user.email)
  if (found === undefined) throw new Error('The user has gone.')
  return { user: found, isNew: false }
}

const NUMBERS_TRIED = 5

/** @returns the account's number */
const openAccount = async (
  connection: Connection,
  request: RequestRow,
  { customerNo, accountKind, priceListId, creditLimitPence }: ApprovalFields,
): Promise<string> => {
  const route = routeOfPostcode(request.postcode, await findDeliveryRoutes(connection, [request.postcode]))
  if (route === undefined)
    throw new Refusal('not_served', {
      message: `We do not deliver to ${request.postcode}. Add it to the delivery postcodes first, or link an account.`,
    })
  for (let tried = 0; tried < NUMBERS_TRIED; tried += 1) {
    const id = customerNo === '' ? newOnlineAccountNo() : customerNo
    const isInserted = await insertCustomer(connection, {
      id,
      name: request.businessName,
      accountKind,
      priceListId,
      creditLimitPence: accountKind === 'credit' ? creditLimitPence : null,
      addressLines: request.addressLines,
      town: request.town,
      postcode: request.postcode,
      contactEmail: request.email,
      contactPhone: request.contactPhone,
      minimumOrderPence: route.minimumOrderPence,
      route: route.route,
      deliveryWeekdays: route.deliveryWeekdays,
      cutOffTime: route.cutOffTime,
    }).catch((error: unknown) => {
      throw isUnknownPriceList(error) ? refused('priceListId', 'is no price list') : error
    })
    if (isInserted) return id
    if (customerNo !== '') throw refused('customerNo', 'is another account’s number')
  }
  throw new Error('No number was free for a new account.')
}

const isUnknownPriceList = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === '23503') ||
    (error.cause !== undefined && isUnknownPriceList(error.cause)))

/** An account that was opened online: nothing can be ordered for it, and its person is signed out everywhere. */
const stop = async (connection: Connection, { customerId, userId }: RequestRow, at: Date): Promise<void> => {
  if (customerId !== null) await setOnStop(connection, customerId, true)
  if (userId === null) return
  await updateUser(connection, userId, { deactivatedAt: at })
  await endSessions(connection, userId)
}

const unstop = async (connection: Connection, { customerId, userId }: RequestRow): Promise<void> => {
  if (customerId !== null) await setOnStop(connection, customerId, false)
  if (userId !== null) await updateUser(connection, userId, { deactivatedAt: null })
}

const toReply = ({ request, decidedBy }: ToldRequest): AccountRequest => ({
  id: request.id,
  kind: request.kind,
  state: request.state,
  businessName: request.businessName,
  contactName: request.contactName,
  email: request.email,
  contactPhone: request.contactPhone,
  addressLines: request.addressLines,
  town: request.town,
  postcode: request.postcode,
  companyNo: request.companyNo,
  vatNo: request.vatNo,
  message: request.message,
  customerId: request.customerId,
  createdAt: request.createdAt.toISOString(),
  decidedAt: request.decidedAt?.toISOString() ?? null,
  decidedBy,
  reason: request.reason,
})
