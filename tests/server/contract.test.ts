import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ALL } from '#contract/all.ts'

test('lists every call of every contract file once', async () => {
  const folder = new URL('../../contract/', import.meta.url)
  const files = readdirSync(folder).filter((name) => name !== 'all.ts')
  const modules = await Promise.all(
    files.map(
      (name): Promise<Record<string, unknown>> => import(/* @vite-ignore */ new URL(name, folder).href),
    ),
  )
  const calls = modules.flatMap(Object.values).filter(isObject).flatMap(Object.values).filter(isEndpoint)
  expect(calls.length).toBeGreaterThan(30)
  expect(addresses(ALL)).toEqual(addresses(calls))
  expect(new Set(addresses(ALL)).size).toBe(ALL.length)
})

type Address = { method: string; path: string }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isEndpoint = (value: unknown): value is Address =>
  isObject(value) && 'method' in value && 'path' in value

const addresses = (calls: readonly Address[]): string[] =>
  calls.map(({ method, path }) => `${method} ${path}`).toSorted()
