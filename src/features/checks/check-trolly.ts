import type { CheckInput, CheckName, CheckResults, Repair } from '#domain/checks/check.ts'
import { failedChecks, runChecks } from '#domain/checks/run-checks.ts'
import { type OpenTrolly, presentRows } from '#src/store/open-trolly.ts'

/** A check that fails, in the words the server would use, with what can be done about it. */
export type Problem = { check: CheckName; messages: string[]; repairs: Repair[] }

/** The eleven checks ahead of time, on what this device knows. The server's are the ones that count. */
export const checkTrolly = (
  { view, rows }: OpenTrolly,
  context: Omit<CheckInput, 'deliveryDay' | 'lines' | 'stockIsExact'>,
): Problem[] =>
  problemsIn(
    runChecks({
      ...context,
      deliveryDay: view.deliveryDay,
      lines: presentRows(rows).map(({ line: { product_no, quantity }, product }) => ({
        product_no,
        quantity,
        product,
      })),
    }),
  )

export const problemsIn = (results: CheckResults): Problem[] =>
  failedChecks(results).map((check) => ({
    check,
    messages: results[check].error_messages,
    repairs: results[check].repairs,
  }))

/** For the trolly's own page: what is asked for at the checkout is no problem before anybody was asked. */
export const CONFIRMED_LATER: CheckInput['confirmations'] = { ageRestricted: true, catchWeight: true }
