import type { BasketChanged, BasketConflict } from '#contract/trollies.ts'
import { idOfLane } from '#domain/outbox/record.ts'
import { isLineOperation, type TrollyRecord } from '#domain/trollies/operation.ts'
import type { Entry } from '#tests/support/sim/journal.ts'
import type { Waiting } from '#tests/support/sim/waiting.ts'
import type { TrolliesLedger } from './ledger.ts'
import type { Seen } from './ledger-entries.ts'

/** A person's last quantity for a line is on the server as theirs, or asks, or was discarded by them. */
export const wishesLost = (parts: {
  ledger: TrolliesLedger
  journal: readonly Entry[]
  waiting: Waiting
}): string[] =>
  [...parts.ledger.lastWish].flatMap(([name, wish]) => {
    const [device, trollyId = '', product_no] = name.split(' ')
    if (parts.ledger.isDeleted(trollyId)) return []
    // A lane on hold keeps its operations separate; the last one is the final wish.
    const asks = parts.waiting.findLast(
      (record) =>
        record.device === device &&
        idOfLane(record.lane) === trollyId &&
        isLineOperation(record.operation) &&
        record.operation.product_no === product_no,
    )
    if (asks) return wish.quantity === null ? [] : wantsAnother(name, asks, wish.quantity)
    const entry = parts.journal.find(({ key }) => key === wish.opId)
    if (entry?.status === 200) {
      const line = (entry.reply as BasketChanged).line
      const stands = line?.removed ? 0 : line?.quantity
      return wish.quantity === null || stands === wish.quantity
        ? []
        : [`${name}: ${wish.quantity} was wanted and ${stands} was written by ${wish.opId}`]
    }
    const quantity = wish.quantity ?? wish.madeOf ?? null
    const line = { device, trollyId, product_no }
    if (wish.quantity === 0 && wasGone(parts.journal, line, parts.ledger.seen.get(wish.opId))) return []
    return stoodAlready(parts.journal, { ...line, quantity })
      ? []
      : [
          `${name}: the wish for ${wish.quantity ?? 'more'} (${wish.opId}, seen ${JSON.stringify(parts.ledger.seen.get(wish.opId))}) is nowhere:\n${answersOf(parts.journal, trollyId, product_no)}`,
        ]
  })

/** What the server answered about the line: such a failure may take hundreds of histories to come again. */
const answersOf = (journal: readonly Entry[], trollyId: string, product_no: string | undefined): string =>
  journal
    .filter(({ request }) => {
      const text = JSON.stringify(request)
      return text.includes(trollyId) && text.includes(product_no ?? '')
    })
    .map(({ device, request, status, reply }) => JSON.stringify({ device, request, status, reply }))
    .join('\n')

const wantsAnother = (name: string, asks: TrollyRecord, quantity: number): string[] => {
  const { operation } = asks
  const wanted = operation.kind === 'remove' ? 0 : operation.kind === 'set' ? operation.quantity : quantity
  return wanted === quantity ? [] : [`${name}: ${quantity} was wanted, ${wanted} is asked about`]
}

type Line = { device: string | undefined; trollyId: string; product_no: string | undefined }

/**
 * They removed their own addition, which was refused, from a line that was not there: never, or since their own earlier removal.
 * Others' additions since then were not seen.
 */
const wasGone = (journal: readonly Entry[], wish: Line, seen: Seen | undefined): boolean => {
  const told = journal.flatMap(({ device, status, reply }) => {
    if (device !== wish.device || status !== 200 || !('basket' in reply)) return []
    const { basket, line } = reply as BasketChanged
    return line && basket.id === wish.trollyId && line.product_no === wish.product_no ? [line] : []
  })
  // By version: the journal is read in no particular order.
  const line = told.sort((a, b) => a.version - b.version).at(-1)
  if (!line || !seen) return seen?.version === 0 || seen?.isTold === false
  return line.removed && seen.version <= line.version
}

/** A refusal may have shown that the wish was already fulfilled; then no question was needed. */
const stoodAlready = (journal: readonly Entry[], wish: Line & { quantity: number | null }): boolean =>
  journal.some(({ device, status, reply }) => {
    if (device !== wish.device || status !== 412 || !('basket' in reply)) return false
    const { basket, line } = reply as unknown as BasketConflict
    if (basket.id !== wish.trollyId || (line && line.product_no !== wish.product_no)) return false
    return (!line || line.removed ? 0 : line.quantity) === wish.quantity
  })
