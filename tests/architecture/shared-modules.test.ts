import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/**
 * Unit, server and screen tests share their modules with earlier files, so a test that mocked a module would find it loaded
 * already, or leave the mock to the next. They pass in what differs, or stub a global.
 */
it('no test mocks a module that other tests share', () => {
  const tests = join(import.meta.dirname, '..')
  const files = readdirSync(tests, { recursive: true, encoding: 'utf8' })
  const shared = files.filter((file) => /\.tsx?$/.test(file) && !/^(histories|support)\//.test(file))
  expect(shared.length).toBeGreaterThan(100)
  const replacing = shared.filter((file) =>
    /\bvi\.(do)?mock\(/i.test(readFileSync(join(tests, file), 'utf8')),
  )
  expect(replacing).toEqual([])
})
