import { type Lane, laneOf, type OutboxRecord } from './outbox/record.ts'
import type { KindRules } from './outbox/rules.ts'
import { compareCodes } from './plain-text.ts'

/** A set of products for each user and account. The last state wins, so there are no versions and no conflicts. */
export type StockAlert = {
  product_no: string
  /** ISO instant. */
  askedAt: string
  /** ISO instant at which the server found the product back in stock; null: still waiting. */
  toldAt: string | null
}

export const STOCK_ALERT_STATES = ['waiting', 'told'] as const
export type StockAlertState = (typeof STOCK_ALERT_STATES)[number]

/** An alert that came true is kept for this long, for a person who has not been back. */
export const TOLD_KEPT_DAYS = 30

export const STOCK_ALERTS = 'stock-alerts'

/** A lane for each account, since accounts differ in price list and are listed apart. */
export const stockAlertsLane = (customerId: string): Lane => laneOf(STOCK_ALERTS, customerId)

export type StockAlertOperation = {
  kind: 'ask' | 'withdraw'
  product_no: string
  /** The current trolly, part of the call's address. It need not have reached the server. */
  trollyId: string
  at: string
}

export type StockAlertRecord = OutboxRecord<StockAlertOperation>

/** A refused change is dropped, leaving the server's list. */
const rules: KindRules<StockAlertOperation, StockAlertOperation> = {
  subject: ({ product_no }) => product_no,
  foldAfter: (operation) => operation,
  isDone: () => true,
  repeatable: true,
  gathers: true,
}

export const STOCK_ALERT_KINDS = { ask: rules, withdraw: rules }

export const viewStockAlerts = (
  stored: readonly StockAlert[],
  queue: readonly Pick<StockAlertRecord, 'operation'>[],
): StockAlert[] => {
  const all = new Map(stored.map((alert) => [alert.product_no, alert]))
  for (const { operation } of queue) {
    const { kind, product_no, at } = operation
    if (kind === 'withdraw') all.delete(product_no)
    else if (!isWaiting(all.get(product_no))) all.set(product_no, { product_no, askedAt: at, toldAt: null })
  }
  return [...all.values()].sort(lastAskedFirst)
}

export const stockAlertsShown = (customerId: string) => ({
  lane: stockAlertsLane(customerId),
  rules: STOCK_ALERT_KINDS,
  view: viewStockAlerts,
})

export const isWaiting = (alert: StockAlert | undefined): boolean => alert?.toldAt === null

const lastAskedFirst = (one: StockAlert, other: StockAlert): number =>
  compareCodes(other.askedAt, one.askedAt) || compareCodes(one.product_no, other.product_no)

/** What one mail tells: the products that are back, by account. Kept with the mail, so that every attempt says the same. */
export type StockMailContent = {
  accounts: {
    customerId: string
    name: string
    products: StockMailProduct[]
  }[]
  /** The products are not back, and staff offer this one instead. */
  instead?: StockMailProduct
}

export type StockMailProduct = { product_no: string; name: string; pack: string }

/** What one call of staff takes. */
export const ALERTS_AT_ONCE = 200

type NameOf = (product_no: string) => string

export const stockAlertText = ({ kind, product_no }: StockAlertOperation, nameOf: NameOf): string =>
  kind === 'ask'
    ? `Tell me when ${nameOf(product_no)} is back in stock`
    : `Stop waiting for ${nameOf(product_no)}`

export const refusedStockAlertsText = (
  refused: readonly { operation: StockAlertOperation; code: string }[],
  nameOf: NameOf,
): string => {
  const names = refused.map(({ operation }) => nameOf(operation.product_no)).join(', ')
  const reason = refused.every(({ code }) => code === 'product_not_found')
    ? 'No longer sold'
    : 'The server rejected it'
  return `We can’t tell you about: ${names}. ${reason}.`
}
