import type { CheckResult, Repair } from './check.ts'

export const passed = (): CheckResult => ({ error_messages: [], repairs: [] })

export const failed = (message: string, ...repairs: Repair[]): CheckResult => ({
  error_messages: [message],
  repairs,
})

export const allOf = (results: CheckResult[]): CheckResult => ({
  error_messages: results.flatMap(({ error_messages }) => error_messages),
  repairs: results.flatMap(({ repairs }) => repairs),
})
