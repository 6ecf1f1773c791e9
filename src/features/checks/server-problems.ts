import { useMemo, useState } from 'react'
import { CheckResult } from '#contract/trollies.ts'
import type { CheckInput, CheckResults } from '#domain/checks/check.ts'
import { findingsOf } from '#domain/checks/findings.ts'
import type { Checkout } from '#domain/trollies/operation.ts'
import { readReply } from '#src/api/read-reply.ts'
import { type OpenTrolly, presentRows } from '#src/store/trollies/open-trolly.ts'
import type { Problem } from './check-trolly.ts'

/**
 * Problems from the server's refusal, which knows things the device does not, such as stock. A line's problem stays
 * until its quantity or known stock changes; the order's problems end with the refusal, which any edit ends.
 */
export const useServerProblems = (
  trolly: OpenTrolly,
  confirmations: CheckInput['confirmations'],
): Problem[] => {
  const current = refusalOf(trolly)
  const [last, setLast] = useState(current)
  if (current && current.opId !== last?.opId) setLast(current)
  const isRefused = current !== undefined
  return useMemo(
    () =>
      last?.problems.filter((problem) => stands(problem, { last, isRefused, trolly, confirmations })) ?? NONE,
    [last, isRefused, trolly, confirmations],
  )
}

type Standing = {
  last: ServerRefusal
  isRefused: boolean
  trolly: OpenTrolly
  confirmations: CheckInput['confirmations']
}

const stands = (
  { product_no, repairs }: Problem,
  { last, isRefused, trolly, confirmations }: Standing,
): boolean => {
  if (product_no === null) return isRefused && !repairs.some(({ kind }) => isConfirmed(kind, confirmations))
  const row = presentRows(trolly.rows).find(({ line }) => line.product_no === product_no)
  return (
    row !== undefined &&
    last.quantities.get(product_no) === row.line.quantity &&
    last.stockTold.get(product_no) === row.product?.stockQuantity
  )
}

/** The server's result replaces this device's for the same line or check. */
export const mergedProblems = (ahead: readonly Problem[], server: readonly Problem[]): Problem[] => {
  const said = new Map(server.map((problem) => [subjectOf(problem), problem]))
  const known = new Set(ahead.map(subjectOf))
  return [
    ...ahead.map((problem) => said.get(subjectOf(problem)) ?? problem),
    ...server.filter((problem) => !known.has(subjectOf(problem))),
  ]
}

export const subjectOf = ({ check, product_no }: Problem): string => `${check} ${product_no ?? ''}`

const NONE: Problem[] = []

type ServerRefusal = {
  opId: string
  problems: Problem[]
  /** The quantity of each product when the order was submitted. */
  quantities: ReadonlyMap<string, number>
  /** The stock of each product when this device learnt of the refusal. */
  stockTold: ReadonlyMap<string, number | undefined>
}

const refusalOf = ({ view, rows }: OpenTrolly): ServerRefusal | undefined => {
  const decision = view.decisions.find(({ operation }) => operation.kind === 'checkout')
  const { validation_checks: results } = (decision?.refusal.reply ?? {}) as { validation_checks?: object }
  if (!decision || !results) return undefined
  const { lines } = decision.operation as Checkout
  return {
    opId: decision.opId,
    problems: findingsOf(readResults(results)),
    quantities: new Map(lines.map(({ product_no, quantity }) => [product_no, quantity])),
    stockTold: new Map(rows.map(({ line, product }) => [line.product_no, product?.stockQuantity])),
  }
}

/** Check by check: other server versions may have more or fewer. */
const readResults = (results: object): CheckResults =>
  Object.fromEntries(
    Object.entries(results).flatMap(([name, result]) => {
      const read = readReply(CheckResult, result)
      // On the wire repairs are one flat shape; each has the fields of its kind.
      return read === undefined ? [] : [[name, read]]
    }),
  ) as CheckResults

const isConfirmed = (
  kind: Problem['repairs'][number]['kind'],
  { ageRestricted, catchWeight }: CheckInput['confirmations'],
): boolean => (kind === 'confirm_age' && ageRestricted) || (kind === 'confirm_catch_weight' && catchWeight)
