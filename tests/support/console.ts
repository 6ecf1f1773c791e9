import { format } from 'node:util'
import { afterAll, afterEach } from 'vitest'

/**
 * A test fails on an unexpected console.error: React's warnings and swallowed failures surface this way. A test that expects one
 * replaces console.error with `vi.spyOn(console, 'error')` and asserts it.
 */
const errors: string[] = []

console.error = (...parts: unknown[]) => {
  errors.push(format(...parts))
}

const failOnErrors = (): void => {
  const seen = errors.splice(0)
  if (seen.length > 0) throw new Error(`Unexpected console.error:\n${seen.join('\n')}`)
}

afterEach(failOnErrors)
afterAll(failOnErrors)
