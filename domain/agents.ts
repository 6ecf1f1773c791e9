import { shareOf } from './money.ts'

/** How an alert looks: news, a change to plan for, or something that cannot wait. */
export const ALERT_SEVERITIES = ['info', 'warning', 'urgent'] as const
export type AlertSeverity = (typeof ALERT_SEVERITIES)[number]

export type AgentTerms = { commissionBasisPoints: number; chargePerOrderPence: number }

/** The commission on an order's goods, without VAT, rounded half up to the penny. */
export const commissionPence = (netPence: number, { commissionBasisPoints }: AgentTerms): number =>
  shareOf(netPence, commissionBasisPoints, 10_000)

/** What an agent is due for some orders: their commission less the charges, which may be more than it. */
export const agentTotals = (
  netsPence: readonly number[],
  terms: AgentTerms,
): { netPence: number; commissionPence: number; chargesPence: number; totalPence: number } => {
  const netPence = sum(netsPence)
  const commission = sum(netsPence.map((net) => commissionPence(net, terms)))
  const chargesPence = terms.chargePerOrderPence * netsPence.length
  return { netPence, commissionPence: commission, chargesPence, totalPence: commission - chargesPence }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
