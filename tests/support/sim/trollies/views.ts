import type { TermsChange } from '#domain/line-terms.ts'
import { idOfLane } from '#domain/outbox/record.ts'
import { findTrolly } from '#src/store/trollies/trollies.ts'
import type { SimDevice } from '#tests/support/sim/sim-device.ts'
import type { Waiting } from '#tests/support/sim/waiting.ts'
import type { TrolliesOnServer } from './on-server.ts'
import { choiceText } from './orders.ts'
import { priceShown, termsText } from './person.ts'

/** Every device shows the server's data, with today's prices, except for lines that ask. */
export const viewsDiffer = async (parts: {
  devices: readonly SimDevice[]
  server: TrolliesOnServer
  waiting: Waiting
  prices: ReadonlyMap<string, number>
}): Promise<string[]> => {
  const found: string[] = []
  for (const { name, tabs } of parts.devices) {
    for (const [id, state] of parts.server.states) {
      const database = tabs.at(-1)?.database
      const asks = parts.waiting.some(({ lane, device }) => idOfLane(lane) === id && device === name)
      if (!database || state !== 'open' || asks) continue
      const view = await findTrolly(database, id)
      const lines = view?.lines ?? []
      // An older server omits it.
      if (view?.method !== undefined) {
        const [way, wayStored] = [choiceText(view), choiceText(parts.server.choices.get(id) ?? {})]
        if (way !== wayStored) found.push(`${name} shows ${id} by ${way}, the server has ${wayStored}`)
        const stored = parts.server.lines.filter(({ basketId, removed }) => basketId === id && !removed)
        if (termsOfLines(lines) !== termsOfLines(stored))
          found.push(
            `${name} shows ${id} with ${termsOfLines(lines)}, the server has ${termsOfLines(stored)}`,
          )
      }
      const shown = await Promise.all(
        lines.map(async (line) => ({ ...line, pence: await priceShown(database, line.product_no) })),
      )
      const stored = parts.server.lines
        .filter(({ basketId, removed }) => basketId === id && !removed)
        .map((line) => ({ ...line, pence: parts.prices.get(line.product_no) ?? null }))
      if (asText(shown) !== asText(stored))
        found.push(`${name} shows ${id} as ${asText(shown)}, the server has ${asText(stored)}`)
    }
  }
  return found
}

const termsOfLines = (lines: readonly (TermsChange & { product_no: string })[]): string =>
  lines
    .map((line) => `${line.product_no} ${termsText(line)}`)
    .sort()
    .join(', ')

const asText = (lines: readonly { product_no: string; quantity: number; pence: number | null }[]): string =>
  lines
    .map(({ product_no, quantity, pence }) => `${product_no} ${quantity} at ${pence}`)
    .sort()
    .join(', ')
