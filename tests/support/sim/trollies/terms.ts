import { isDeepStrictEqual } from 'node:util'
import { idOfLane } from '#domain/outbox/record.ts'
import type { Waiting } from '#tests/support/sim/waiting.ts'
import type { TrolliesLedger } from './ledger.ts'
import type { TrolliesOnServer } from './on-server.ts'

/**
 * Where only one device changed a term of a line, its last state is on the server, or asks. Only of products that are never removed,
 * since a removed line loses its terms.
 */
export const termsLost = (parts: {
  ledger: TrolliesLedger
  waiting: Waiting
  server: TrolliesOnServer
  sumProducts: readonly string[]
}): string[] =>
  [...parts.ledger.terms].flatMap(([name, { devices, value }]) => {
    const [trollyId = '', product_no = '', field = ''] = name.split(' ')
    const isOpen = parts.server.states.get(trollyId) === 'open' && !parts.ledger.isDeleted(trollyId)
    if (devices.size > 1 || !isOpen || !parts.sumProducts.includes(product_no)) return []
    const waits = parts.waiting.some(
      ({ lane, operation }) =>
        idOfLane(lane) === trollyId &&
        operation.kind === 'terms' &&
        operation.product_no === product_no &&
        isDeepStrictEqual((operation as Record<string, unknown>)[field], value),
    )
    const line = parts.server.lines.find(
      (stored) => stored.basketId === trollyId && stored.product_no === product_no,
    )
    const stored = (line as Record<string, unknown> | undefined)?.[field]
    return waits || isDeepStrictEqual(stored, value)
      ? []
      : [`${[...devices]}: the ${name} was to be ${JSON.stringify(value)}, and is ${JSON.stringify(stored)}`]
  })
