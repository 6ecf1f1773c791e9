import { CHECKOUT_CHECKS, type CheckName, type CheckResult, type Repair } from './check.ts'

/** `check` is a CheckName or a newer server's name; `product_no` null means the whole order. */
export type Finding = { check: string; message: string; product_no: string | null; repairs: Repair[] }

/** Splits results by line: LINE_CHECKS give one message a line, and each group of repairs starts by naming the line. */
export const findingsOf = (results: Readonly<Record<string, CheckResult>>): Finding[] => {
  // In the specification's order; checks that only a newer server knows come last.
  const checks = new Set<string>([...CHECKOUT_CHECKS, ...Object.keys(results)])
  return [...checks].flatMap((check) => {
    const { error_messages, repairs } = results[check] ?? PASSED
    const groups = LINE_CHECKS.includes(check) ? byLine(repairs) : [{ product_no: null, repairs }]
    return error_messages.map((message, at): Finding => {
      // Another server may group them differently: the first message then gets all repairs.
      const group = groups.length === error_messages.length ? groups[at] : undefined
      return { check, message, product_no: null, repairs: at === 0 ? repairs : [], ...group }
    })
  })
}

const PASSED: CheckResult = { error_messages: [], repairs: [] }

const LINE_CHECKS: readonly string[] = [
  'order_stock_check',
  'order_unpriced_items_check',
  'order_has_age_restricted_items_check',
] satisfies CheckName[]

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
