import type { CheckInput } from '#domain/checks/check.ts'
import { type Finding, findingsOf } from '#domain/checks/findings.ts'
import { runChecks } from '#domain/checks/run-checks.ts'
import { type OpenTrolly, presentRows } from '#src/store/open-trolly.ts'

/** What stands against an order, in the words the server would use, with what can be done about it. */
export type Problem = Finding

/** The eleven checks ahead of time, on what this device knows. The server's are the ones that count. */
export const checkTrolly = (
  { view, rows }: OpenTrolly,
  context: Omit<CheckInput, 'deliveryDay' | 'lines' | 'stockIsExact'>,
): Problem[] =>
  findingsOf(
    runChecks({
      ...context,
      deliveryDay: view.deliveryDay,
      lines: presentRows(rows).map(({ line: { product_no, quantity, knownAs }, product }) => ({
        product_no,
        quantity,
        product,
        knownAs,
      })),
    }),
  )

/** For the trolly's own page: what is asked for at the checkout is no problem before anybody was asked. */
export const CONFIRMED_LATER: CheckInput['confirmations'] = { ageRestricted: true, catchWeight: true }

/** For a page whose foot says how far it is to the minimum, all the time: said once more it is no news. */
export const isNotOfTheFoot = ({ check }: Problem): boolean => check !== 'order_minimum_value_check'
