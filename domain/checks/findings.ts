import type { CheckName, CheckResults, Repair } from './check.ts'
import { failedChecks } from './run-checks.ts'

/**
 * One thing that a check found, with its own ways out. `product_no` is the line that it is about; null: the order as a
 * whole.
 */
export type Finding = { check: CheckName; message: string; product_no: string | null; repairs: Repair[] }

/**
 * Results taken apart into what is said of each line. A check of single lines (LINE_CHECKS) says one message of each,
 * and the repairs of a line follow one another, the first naming the line.
 */
export const findingsOf = (results: CheckResults): Finding[] =>
  failedChecks(results).flatMap((check) => {
    const { error_messages, repairs } = results[check]
    const groups = LINE_CHECKS.includes(check) ? byLine(repairs) : [{ product_no: null, repairs }]
    return error_messages.map((message, at): Finding => {
      // Another server may say it in another shape: all ways out are then of the first message.
      const group = groups.length === error_messages.length ? groups[at] : undefined
      return { check, message, product_no: null, repairs: at === 0 ? repairs : [], ...group }
    })
  })

const LINE_CHECKS: readonly CheckName[] = [
  'order_stock_check',
  'order_unpriced_items_check',
  'order_has_age_restricted_items_check',
]

const byLine = (repairs: readonly Repair[]): Pick<Finding, 'product_no' | 'repairs'>[] => {
  const groups: Pick<Finding, 'product_no' | 'repairs'>[] = []
  for (const repair of repairs) {
    const product_no = 'product_no' in repair ? repair.product_no : null
    const current = groups.at(-1)
    if (current && (product_no === null || product_no === current.product_no)) current.repairs.push(repair)
    else groups.push({ product_no, repairs: [repair] })
  }
  return groups
}
