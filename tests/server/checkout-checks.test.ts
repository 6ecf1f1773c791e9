import { Check } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { trollies, ValidationChecks } from '#contract/trollies.ts'
import { CHECKOUT_CHECKS } from '#domain/checks/check.ts'
import { stock } from '#server/db/schema/products.ts'
import { CHECK_CASES } from '#tests/checks/cases.ts'
import { seenOf, worldsOn } from '#tests/checks/on-server.ts'
import { worldOf } from '#tests/checks/world.ts'
import { startTestApp } from '#tests/support/server.ts'

/**
 * The cases that tests/domain/checks.test.ts runs as a device would, here in the database and through the checkout: the same
 * verdict in the same words.
 */

let clock = new Date()
const { database, call } = await startTestApp({ now: () => clock })
const build = worldsOn(database)

const stockNow = async (): Promise<Record<string, number>> =>
  Object.fromEntries((await database.select().from(stock)).map((row) => [row.product_no, row.quantity]))

describe.each(CHECKOUT_CHECKS)('%s', (check) => {
  it.each(CHECK_CASES[check])('$name', async (parts) => {
    const world = worldOf(parts)
    clock = world.now
    const { id, token } = await build(world)
    const before = await stockNow()
    const reply = await call(trollies.checkout, { token, params: { id }, body: seenOf(world) })

    if (parts.refusedBefore !== undefined) {
      expect(reply.error.code).toBe(parts.refusedBefore)
    } else if (Object.keys(parts.fails).length === 0) {
      const lines = world.lines.filter(({ quantity }) => quantity > 0)
      expect(reply.body.totals.deliveryChargePence ?? 0).toBe(parts.chargePence ?? 0)
      expect(reply.body.lines.map(({ product_no, quantity }) => ({ product_no, quantity }))).toEqual(lines)
      for (const { product_no, quantity } of lines) before[product_no] = (before[product_no] ?? 0) - quantity
    } else {
      expect(reply.status).toBe(400)
      const { code, message, validation_checks } = reply.error
      expect(code).toBe('checks_failed')
      expect(Check(ValidationChecks, { validation_checks })).toBe(true)
      const checks = validation_checks as ValidationChecks['validation_checks']
      const failures = CHECKOUT_CHECKS.map((name) => [name, checks[name].error_messages] as const)
      expect(Object.fromEntries(failures.filter(([, messages]) => messages.length > 0))).toEqual(parts.fails)
      expect(message).toBe(CHECKOUT_CHECKS.flatMap((name) => parts.fails[name] ?? []).join(', '))
      if (parts.repairs !== undefined) expect(checks[check].repairs).toEqual(parts.repairs)
    }
    expect(await stockNow()).toEqual(before)
  })
})
