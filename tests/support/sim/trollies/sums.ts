import { idOfLane } from '#domain/outbox/record.ts'
import { appliedKeys, type Entry } from '#tests/support/sim/journal.ts'
import type { Waiting } from '#tests/support/sim/waiting.ts'
import type { TrolliesLedger } from './ledger.ts'
import type { TrolliesOnServer } from './on-server.ts'

type Sums = {
  ledger: TrolliesLedger
  journal: readonly Entry[]
  waiting: Waiting
  server: TrolliesOnServer
  /** Products that are only ever added to. */
  sumProducts: readonly string[]
}

/** Every addition to a line is on the server or waits, at any moment. */
export const sumsDiffer = (parts: Sums): string[] => {
  const now = sumsNow(parts)
  return [...parts.ledger.additions].flatMap(([name, expected]) => {
    const [trollyId = '', product_no = ''] = name.split(' ')
    if (!parts.sumProducts.includes(product_no) || parts.ledger.isDeleted(trollyId)) return []
    const accounted = now.get(name)
    return accounted === expected
      ? []
      : [`${name}: ${expected} were added, ${accounted} are on the server or wait`]
  })
}

/** By `trolly product`: what is on the server and what waits, except for requests that their author no longer sees. */
export const sumsNow = ({ ledger, journal, waiting, server }: Sums): Map<string, number> => {
  const applied = appliedKeys(journal)
  const sums = new Map<string, number>()
  const count = (name: string, quantity: number): void =>
    void sums.set(name, (sums.get(name) ?? 0) + quantity)
  for (const name of ledger.additions.keys()) sums.set(name, 0)
  for (const { basketId, product_no, quantity } of server.lines) count(`${basketId} ${product_no}`, quantity)
  for (const { lane, opId, operation } of waiting)
    if (operation.kind === 'add' && !applied.has(opId))
      count(`${idOfLane(lane)} ${operation.product_no}`, operation.quantity)
  for (const [key, { name, quantity }] of ledger.abandoned) if (applied.has(key)) count(name, -quantity)
  return sums
}
