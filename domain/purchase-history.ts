import { DAY_MS } from './durations.ts'
import { dayPlus } from './london-time.ts'
import { compareCodes } from './plain-text.ts'
import type { PurchaseCounts } from './usual-products.ts'

/** Orders for delivery in one month, as columns (contract/purchase-history.ts). Cancelled and replaced orders are left out. */
export type HistoryMonth = {
  month: string
  product_nos: string[]
  days: number[]
  placedMs: number[]
  lineCounts: number[]
  places: number[]
  quantities: number[]
}

export type PurchaseHistory = readonly HistoryMonth[]

export const HISTORY_MONTHS = 24

/** The month of `today` and the whole months before it. */
export const historyFrom = (today: string): string => {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const months = year * 12 + month - 1 - HISTORY_MONTHS
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`
}

export type PastOrder = {
  /** Days since 1 January 1970: distances and weekdays are plain sums. */
  day: number
  placedMs: number
  lines: readonly { product_no: string; quantity: number }[]
}

export const dayNumberOf = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS)

export const dayOfNumber = (day: number): string => dayPlus('1970-01-01', day)

export const monthOf = (month: string, orders: readonly PastOrder[]): HistoryMonth => {
  const places = new Map<string, number>()
  const placeOf = (product_no: string): number => {
    const place = places.get(product_no) ?? places.size
    places.set(product_no, place)
    return place
  }
  const first = dayNumberOf(`${month}-01`)
  const lines = orders.flatMap((order) => order.lines)
  return {
    month,
    days: orders.map(({ day }) => day - first + 1),
    placedMs: orders.map(({ placedMs }) => placedMs),
    lineCounts: orders.map((order) => order.lines.length),
    places: lines.map(({ product_no }) => placeOf(product_no)),
    quantities: lines.map(({ quantity }) => quantity),
    product_nos: [...places.keys()],
  }
}

export const ordersOf = (history: PurchaseHistory): PastOrder[] =>
  history.flatMap(({ month, product_nos, days, placedMs, lineCounts, places, quantities }) => {
    const first = dayNumberOf(`${month}-01`)
    let line = 0
    return days.map((day, at) => ({
      day: first + day - 1,
      placedMs: placedMs[at] ?? 0,
      lines: Array.from({ length: lineCounts[at] ?? 0 }, () => {
        const of = { product_no: product_nos[places[line] ?? 0] ?? '', quantity: quantities[line] ?? 0 }
        line += 1
        return of
      }),
    }))
  })

/** In how many orders placed since then each product was, the most frequent first, as the server counts them. */
export const purchaseCountsOf = (history: PurchaseHistory, sinceMs: number): PurchaseCounts => {
  const counts = new Map<string, { times: number; lastPlacedMs: number }>()
  for (const { placedMs, lines } of ordersOf(history)) {
    if (placedMs <= sinceMs) continue
    for (const product_no of new Set(lines.map((line) => line.product_no))) {
      const { times, lastPlacedMs } = counts.get(product_no) ?? { times: 0, lastPlacedMs: 0 }
      counts.set(product_no, { times: times + 1, lastPlacedMs: Math.max(lastPlacedMs, placedMs) })
    }
  }
  const found = [...counts].sort(([one, a], [other, b]) => b.times - a.times || compareCodes(one, other))
  return {
    product_nos: found.map(([product_no]) => product_no),
    times: found.map(([, { times }]) => times),
    lastPlacedMs: found.map(([, { lastPlacedMs }]) => lastPlacedMs),
  }
}
