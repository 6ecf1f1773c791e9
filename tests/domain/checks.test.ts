import { Check } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { ValidationChecks } from '#contract/trollies.ts'
import { CHECKOUT_CHECKS, type CheckResults } from '#domain/checks/check.ts'
import { findingsOf } from '#domain/checks/findings.ts'
import { failedChecks, joinedMessages, runChecks } from '#domain/checks/run-checks.ts'
import { CHECK_CASES } from '#tests/checks/cases.ts'
import { onDevice } from '#tests/checks/on-device.ts'
import type { Failures } from '#tests/checks/world.ts'

const failuresOf = (results: CheckResults): Failures =>
  Object.fromEntries(failedChecks(results).map((name) => [name, results[name].error_messages]))

describe.each(CHECKOUT_CHECKS)('%s', (check) => {
  it.each(CHECK_CASES[check])('$name', (parts) => {
    const results = runChecks(onDevice(parts))
    const expected = parts.failsOnDevice ?? parts.fails
    expect(failuresOf(results)).toEqual(expected)
    if (parts.repairs !== undefined) expect(results[check].repairs).toEqual(parts.repairs)
    expect(Object.keys(results)).toEqual([...CHECKOUT_CHECKS])
    expect(Check(ValidationChecks, { validation_checks: results })).toBe(true)
    for (const name of CHECKOUT_CHECKS) {
      expect(results[name].repairs.length > 0).toBe(results[name].error_messages.length > 0)
    }
    const findings = findingsOf(results)
    expect(findings.map(({ message }) => message)).toEqual(
      CHECKOUT_CHECKS.flatMap((name) => results[name].error_messages),
    )
    for (const { repairs, product_no } of findings) {
      expect(repairs.length).toBeGreaterThan(0)
      for (const repair of repairs)
        if (product_no !== null && 'product_no' in repair) expect(repair.product_no).toBe(product_no)
    }
    expect(joinedMessages(results)).toBe(CHECKOUT_CHECKS.flatMap((name) => expected[name] ?? []).join(', '))
  })
})

describe('the table of check cases', () => {
  it.each(CHECKOUT_CHECKS)('has a failing and a passing case for %s', (check) => {
    const cases = CHECK_CASES[check]
    expect(cases.some(({ fails }) => fails[check] !== undefined)).toBe(true)
    expect(cases.some(({ fails }) => fails[check] === undefined)).toBe(true)
  })
})

describe('findings about several lines', () => {
  it('are split line by line, each with its own repairs', () => {
    const results = runChecks(
      onDevice({
        name: '',
        products: [
          { product_no: '100001', name: 'Venison Haunch', pack: '', stockQuantity: 3 },
          { product_no: '100002', name: 'Hare', pack: '', stockQuantity: 0 },
          { product_no: '100003', name: 'Partridge', pack: '', pricePence: null },
        ],
        lines: [
          ['100001', 5],
          ['100002', 1],
          ['100003', 1],
        ],
        fails: {},
      }),
    )
    expect(findingsOf(results)).toEqual([
      {
        check: 'order_stock_check',
        message: 'Only 3 of Venison Haunch are in stock',
        product_no: '100001',
        repairs: [
          { kind: 'set_quantity', product_no: '100001', quantity: 3 },
          { kind: 'remove_line', product_no: '100001' },
        ],
      },
      {
        check: 'order_stock_check',
        message: 'Hare is out of stock',
        product_no: '100002',
        repairs: [{ kind: 'remove_line', product_no: '100002' }],
      },
      {
        check: 'order_unpriced_items_check',
        message: 'Partridge has no price',
        product_no: '100003',
        repairs: [{ kind: 'remove_line', product_no: '100003' }, { kind: 'ask_office' }],
      },
    ])
  })

  it('show a newer server’s checks after all that this build knows', () => {
    const failed = (message: string) => ({ error_messages: [message], repairs: [] })
    const results = { order_deposit_check: failed('A deposit is due'), order_stock_check: failed('Too few') }
    expect(findingsOf(results).map(({ check, message }) => [check, message])).toEqual([
      ['order_stock_check', 'Too few'],
      ['order_deposit_check', 'A deposit is due'],
    ])
  })

  it('form one block when they do not come line by line', () => {
    const results = runChecks(onDevice({ name: '', fails: {} }))
    const repairs = [{ kind: 'remove_line' as const, product_no: '100001' }]
    expect(
      findingsOf({ ...results, order_stock_check: { error_messages: ['One', 'Two'], repairs } }),
    ).toEqual([
      { check: 'order_stock_check', message: 'One', product_no: null, repairs },
      { check: 'order_stock_check', message: 'Two', product_no: null, repairs: [] },
    ])
  })
})

describe('a day chosen from an old list', () => {
  it('fails as a past day, not as a missed cut-off', () => {
    const fresh = onDevice({ name: '', deliveryDay: '2026-11-24', fails: {} })
    const results = runChecks({ ...fresh, now: new Date('2026-11-25T09:00:00.000Z') })
    expect(failedChecks(results)).toEqual(['order_delivery_date_check'])
  })
})
