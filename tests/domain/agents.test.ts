import fc from 'fast-check'
import { expect, it } from 'vitest'
import { agentTotals, commissionPence } from '#domain/agents.ts'

it.each([
  [10_000, 250, 250],
  [199, 250, 5],
  [200, 250, 5],
  [180, 250, 5],
  [179, 250, 4],
  [0, 10_000, 0],
])('the commission on %i pence at %i basis points is %i', (netPence, commissionBasisPoints, expected) => {
  expect(commissionPence(netPence, { commissionBasisPoints, chargePerOrderPence: 0 })).toBe(expected)
})

it('a bill is the sum of its orders, whatever they are', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 10_000_000 }), { maxLength: 40 }),
      fc.integer({ min: 0, max: 10_000 }),
      fc.integer({ min: 0, max: 10_000 }),
      (nets, commissionBasisPoints, chargePerOrderPence) => {
        const terms = { commissionBasisPoints, chargePerOrderPence }
        const totals = agentTotals(nets, terms)
        const each = nets.map((net) => agentTotals([net], terms).totalPence)
        expect(totals.totalPence).toBe(each.reduce((sum, due) => sum + due, 0))
        expect(totals.commissionPence).toBeLessThanOrEqual(totals.netPence)
      },
    ),
  )
})
