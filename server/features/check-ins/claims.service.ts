import type { CheckIn, Claim, claims } from '#contract/claims.ts'
import { sortOf } from '#contract/values.ts'
import { type ClaimState, isDecided } from '#domain/claims.ts'
import { DAY_MS } from '#domain/durations.ts'
import { ORDERS_KEPT_DAYS } from '#domain/known-orders.ts'
import type { Database } from '#server/db/database.ts'
import { type Connection, inSnapshot, inTransaction } from '#server/db/transaction.ts'
import { requireCustomer } from '#server/features/customers/require-customer.ts'
import { insertClaimMail } from '#server/features/mail/mail-queue.repository.ts'
import { lockOrder } from '#server/features/orders/orders.repository.ts'
import type { Answers } from '#server/routing/answers.ts'
import type { ListSearch } from '#server/routing/list-search.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { sendFile } from '#server/routing/send-file.ts'
import {
  findLastQuestion,
  findOrderOfCheckIn,
  findPhoto,
  insertClaimEvent,
  lockCheckIn,
  readCheckInsOf,
  setClaimState,
} from './check-ins.repository.ts'
import { creditAcceptedClaims } from './claim-credits.repository.ts'
import { claimMailWords } from './claim-mail.ts'
import { countClaims, findClaim, searchClaims } from './claims.repository.ts'

type Decision = {
  id: string
  userId: string
  kind: Exclude<ClaimState, 'open'>
  words: string
  askId?: string
}

export const claimsService = ({
  database,
  searchList,
  now,
}: {
  database: Database
  searchList: ListSearch
  now: () => Date
}): Answers<typeof claims> => {
  /** The order is locked first, as by those who claim and bill. The same again changes nothing, even once it was answered. */
  const decide = ({ id, userId, kind, words, askId }: Decision): Promise<Claim> =>
    inTransaction(database, async (connection) => {
      const orderId = await findOrderOfCheckIn(connection, id)
      if (orderId === undefined) throw new Refusal('claim_not_found')
      await lockOrder(connection, orderId)
      const claim = await lockCheckIn(connection, id)
      if (claim === undefined || claim.state === null) throw new Refusal('claim_not_found')
      const isFinal = isDecided(claim.state)
      // A page that names no question sends the same words again.
      const isAgain = isFinal
        ? claim.state === kind
        : kind === 'asked' && askId === undefined && (await findLastQuestion(connection, id)) === words
      const at = now()
      const event = { checkInId: id, at, userId, kind, words, ...(askId && { id: askId }) }
      if (!isAgain && (await insertClaimEvent(connection, event))) {
        if (isFinal) throw new Refusal('claim_decided')
        await setClaimState(connection, id, kind, kind === 'asked' ? null : at)
        if (kind === 'accepted') await creditAcceptedClaims(connection, orderId, at)
        const decided = await requireClaim(connection, id)
        const mail = { kind: `claim_${kind}`, orderId, personId: claim.userId, now: at } as const
        await insertClaimMail(connection, { ...mail, words: claimMailWords(mail.kind, decided, words) })
        return decided
      }
      return await requireClaim(connection, id)
    })

  return {
    own: async ({ user, params: { id } }) => {
      await requireCustomer(database, user, id)
      const since = new Date(now().getTime() - ORDERS_KEPT_DAYS * DAY_MS)
      const found = await inSnapshot(database, (connection) => readCheckInsOf(connection, id, since))
      return { data: found.map(ofCustomer) }
    },

    photo: async ({ user, params: { id }, reply }) => {
      const photo = await findPhoto(database, user, id)
      if (photo === undefined) throw new Refusal('photo_not_found')
      return sendFile(reply, photo.type, `${id}.${photo.type.slice('image/'.length)}`, photo.content)
    },

    search: async (asked) => {
      const { page = 1, pageLength = 24, queryString = '', ...body } = asked.body
      const { data, total } = await searchList(asked, (connection) =>
        searchClaims(connection, {
          text: queryString,
          state: body.state,
          customerId: body.customerId,
          ...sortOf(body.sort_by ?? 'receivedAt_descending'),
          limit: pageLength,
          offset: (page - 1) * pageLength,
        }),
      )
      return { data, total, page, pageLength }
    },

    filters: () => inSnapshot(database, countClaims),

    accept: ({ user, params, body }) =>
      decide({ id: params.id, userId: user.userId, kind: 'accepted', ...body }),
    refuse: ({ user, params, body }) =>
      decide({ id: params.id, userId: user.userId, kind: 'refused', ...body }),
    ask: ({ user, params, body }) => decide({ id: params.id, userId: user.userId, kind: 'asked', ...body }),
  }
}

const requireClaim = async (connection: Connection, id: string): Promise<Claim> => {
  const claim = await findClaim(connection, id)
  if (claim === undefined) throw new Refusal('claim_not_found')
  return claim
}

/** The driver's PIN and the signature are for the office. */
const ofCustomer = ({
  customerId: _,
  customerName: __,
  signature: ___,
  driverPin: ____,
  ...checkIn
}: Claim): CheckIn => checkIn
