import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { withoutSummary } from '#scripts/vite/without-summaries.ts'

const folder = join(import.meta.dirname, '../../../contract')
const files = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)

it('removes the summary of every call and nothing else', () => {
  const calls = files.map(([, code]) => code.match(/\n {4}summary:/g)?.length ?? 0)
  expect(calls.reduce((sum, count) => sum + count)).toBeGreaterThan(60)
  for (const [name, code] of files) {
    const left = withoutSummary(code)
    expect(left, name).not.toMatch(/\n {4}summary:/)
    const withoutText = code.replaceAll(/\n {4}summary:[^\n]*(\n {6}[^\n]*)?/g, '')
    expect(left.replaceAll(/\s+/g, ''), name).toBe(withoutText.replaceAll(/\s+/g, ''))
  }
})
