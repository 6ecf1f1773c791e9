import type { CheckInput } from '#domain/checks/check.ts'
import { type Finding, findingsOf } from '#domain/checks/findings.ts'
import { runChecks } from '#domain/checks/run-checks.ts'
import { type OpenTrolly, presentRows } from '#src/store/trollies/open-trolly.ts'

export type Problem = Finding

/** The eleven checks ahead of time, from local data. The server's result is the one that counts. */
export const checkTrolly = (
  { view, rows }: OpenTrolly,
  context: Omit<CheckInput, 'deliveryDay' | 'lines' | 'stockIsExact'>,
): Problem[] =>
  findingsOf(
    runChecks({
      ...context,
      deliveryDay: view.deliveryDay,
      lines: presentRows(rows).map(
        ({ line: { product_no, quantity, knownAs, orderedQuantity }, product, discount }) => ({
          product_no,
          quantity,
          product,
          knownAs,
          orderedQuantity,
          discount,
        }),
      ),
    }),
  )

/** The trolly's page must not report confirmations that only the checkout asks for. */
export const CONFIRMED_LATER: CheckInput['confirmations'] = { ageRestricted: true, catchWeight: true }

/** For pages whose foot already shows the minimum. */
export const isNotOfTheFoot = ({ check }: Problem): boolean => check !== 'order_minimum_value_check'
