import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const guide = readFileSync(join(root, 'docs/adding-a-noun.md'), 'utf8')
const FOLDERS = ['contract', 'domain', 'e2e', 'server', 'src', 'tests']

/** Paths in the first column of its tables. */
const named = guide
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, path = '']) => path))

test('names only files that there are', () => {
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('names every file of favourites, but for the migration', () => {
  const all = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  const own = all.filter(
    (path) => /favourite.*\.\w+$/.test(path) && !path.startsWith('server/db/migrations/'),
  )
  expect(own.length).toBeGreaterThan(10)
  expect(own.filter((path) => !named.includes(path))).toEqual([])
})
