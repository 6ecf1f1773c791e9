import type { BasketChanged, BasketConflict } from '#contract/trollies.ts'
import type { Entry, LineChange } from '#tests/support/sim/journal.ts'
import type { TrolliesLedger } from './ledger.ts'

/** No other device's quantity was replaced, or restored, by someone who had not seen it. */
export const overwritten = (parts: {
  ledger: TrolliesLedger
  journal: readonly Entry[]
  changes: Map<string, LineChange[]>
}): string[] =>
  parts.journal.flatMap(({ key, request, status, reply }) => {
    const seen = parts.ledger.seen.get(key)
    const line = status === 200 ? (reply as BasketChanged).line : null
    if (!seen || !line || line.versionBefore === line.version) return []
    const changes = parts.changes.get(`${(reply as BasketChanged).basket.id} ${line.product_no}`) ?? []
    const foreign = changes.filter(
      ({ device, after }) => device !== seen.device && after > seen.version && after <= line.versionBefore,
    )
    if (request.method === 'POST') {
      const gone = changes.find(({ after }) => after === line.versionBefore)
      const wasRemoved = gone?.quantity === 0 && gone.device !== seen.device && gone.after > seen.version
      return seen.present && wasRemoved
        ? [`${key} added to a line that ${gone.device} had removed meanwhile`]
        : []
    }
    return foreign.length > 0
      ? [
          `${key} of ${seen.device}, who had seen version ${seen.version}, replaced ${JSON.stringify(foreign)}`,
        ]
      : []
  })

/** Asks for a decision only if somebody else changed something. */
export const falseConflicts = (parts: {
  ledger: TrolliesLedger
  journal: readonly Entry[]
  changes: Map<string, LineChange[]>
}): string[] =>
  parts.journal.flatMap(({ key, status, reply }) => {
    const seen = parts.ledger.seen.get(key)
    if (status !== 412 || !seen || seen.product_no === null) return []
    const { basket } = reply as unknown as BasketConflict
    const changes = parts.changes.get(`${basket.id} ${seen.product_no}`) ?? []
    const foreign = changes.some(
      ({ key, device, after }) =>
        (device !== seen.device || parts.ledger.abandoned.has(key)) && after > seen.version,
    )
    return foreign
      ? []
      : [`${key} of ${seen.device} was refused, though nobody else changed ${seen.product_no}`]
  })

export const detailsOverwritten = ({
  ledger,
  journal,
}: {
  ledger: TrolliesLedger
  journal: readonly Entry[]
}): string[] => {
  const detailed = journal.flatMap(({ key, device, status, reply, request }) => {
    const changed = status === 200 && 'basket' in reply && request.method === 'PUT' ? reply : null
    return changed && changed.detailsVersionBefore !== changed.basket.detailsVersion && !changed.line
      ? [
          {
            key,
            device,
            id: changed.basket.id,
            before: changed.detailsVersionBefore,
            after: changed.basket.detailsVersion,
          },
        ]
      : []
  })
  return detailed.flatMap(({ key, device, id, before }) => {
    const seen = ledger.seen.get(key)
    const foreign = detailed.filter(
      (other) =>
        other.id === id &&
        other.device !== device &&
        seen &&
        other.after > seen.version &&
        other.after <= before,
    )
    return foreign.length > 0
      ? [`${key} replaced details of ${foreign.map((other) => other.device)} unseen`]
      : []
  })
}
