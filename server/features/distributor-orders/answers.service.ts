import type { Answer, AnswerKind, distributorAnswers } from '#contract/distributor-answers.ts'
import { isPeppolId, vatIdOf } from '#domain/paperwork/peppol.ts'
import type { Database } from '#server/db/database.ts'
import { type Connection, inSnapshot } from '#server/db/transaction.ts'
import type { ConfigService } from '#server/features/config/config.service.ts'
import { billsOfOrder, readPrintedBills } from '#server/features/paperwork/bills.repository.ts'
import { readDeliveryNotes } from '#server/features/paperwork/delivery-notes.repository.ts'
import type { Answers } from '#server/routing/answers.ts'
import type { Caller } from '#server/routing/caller.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { sendFile } from '#server/routing/send-file.ts'
import { answerCsv } from './answer-csv.ts'
import { answerEdifact, type Sender } from './answer-edifact.ts'
import { findAnsweredOrder, readAnsweredLines, readSaidLines, readTheirCodes } from './answers.repository.ts'
import { type Answered, billAnswerOf, despatchOf, responseOf } from './answers.ts'

/**
 * @throws Refusal `order_not_found`, also for another user's and for an account without a distributor; `order_not_confirmed` while it
 * awaits payment; `document_not_found` before it was delivered or billed
 */
export const distributorAnswersService = ({
  database,
  now,
  ...configs
}: { database: Database; now: () => Date } & Pick<
  ConfigService,
  'company' | 'letterhead' | 'peppolId'
>): Answers<typeof distributorAnswers> => {
  const answersOf = async (user: Caller, id: string, kind: AnswerKind): Promise<Answer[]> =>
    await inSnapshot(database, async (connection) => {
      const answered = await requireAnswered(connection, user, id)
      const answers = await READ[kind](connection, answered)
      if (answers.length === 0) throw new Refusal('document_not_found')
      return answers
    })

  const senderOf = async (): Promise<Sender> => {
    const [{ general }, { vat_no }, peppolId] = await Promise.all([
      configs.company(),
      configs.letterhead(),
      configs.peppolId(),
    ])
    const gln =
      isPeppolId(peppolId) && peppolId.startsWith(GLN_SCHEME) ? peppolId.slice(GLN_SCHEME.length) : ''
    return { name: general.company_name, gln, vatId: vatIdOf(vat_no) ?? '' }
  }

  return {
    get: async ({ user, params: { id }, query: { kind } }) => ({ data: await answersOf(user, id, kind) }),

    file: async ({ user, params: { id }, query: { kind, format }, reply }) => {
      const answers = await answersOf(user, id, kind)
      const { orderNo = '' } = answers[0] ?? {}
      const name = `${kind}-${orderNo}`
      if (format === 'csv')
        return sendFile(reply, 'text/csv; charset=utf-8', `${name}.csv`, answerCsv(answers))
      const reference = `${REFERENCES[kind]}${orderNo}`
      const bytes = answerEdifact(kind, answers, { sender: await senderOf(), now: now(), reference })
      return sendFile(reply, 'application/edifact; charset=iso-8859-1', `${name}.edi`, bytes)
    },
  }
}

const GLN_SCHEME = '0088:'
/** An interchange's reference has fourteen characters at most. */
const REFERENCES: Record<AnswerKind, string> = { response: 'R', despatch: 'D', invoice: 'I' }

const READ: Record<AnswerKind, (connection: Connection, answered: Answered) => Promise<Answer[]>> = {
  response: async (connection, answered) => {
    if (answered.order.status === 'awaiting_payment') throw new Refusal('order_not_confirmed')
    return [responseOf(answered, await readAnsweredLines(connection, answered.order.id))]
  },
  despatch: async (connection, answered) => {
    const { customerId, orderNo } = answered.order
    const notes = await readDeliveryNotes(connection, customerId, [orderNo])
    return notes.map((note) => despatchOf(answered, note))
  },
  invoice: async (connection, answered) => {
    const bills = await readPrintedBills(connection, billsOfOrder(answered.order.id))
    return bills.map((bill) => billAnswerOf(answered, bill))
  },
}

const requireAnswered = async (connection: Connection, user: Caller, id: string): Promise<Answered> => {
  const found = await findAnsweredOrder(connection, user, id)
  const distributorNo = found?.distributorNo ?? null
  if (found === undefined || distributorNo === null) throw new Refusal('order_not_found')
  const order = { ...found, distributorNo }
  const lines = await readAnsweredLines(connection, order.id)
  return {
    order,
    said: await readSaidLines(connection, order),
    codes: await readTheirCodes(connection, {
      ...order,
      day: order.deliveryDay,
      productNos: lines.map(({ product_no }) => product_no),
    }),
  }
}
