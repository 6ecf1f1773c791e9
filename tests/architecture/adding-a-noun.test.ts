import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const guide = readFileSync(join(root, 'docs/adding-a-noun.md'), 'utf8')

/** The paths in the first column of a table, by its headings. */
const filesOf = (section: string, table: string): string[] => {
  const under = guide.split(`\n## ${section}\n`)[1]?.split('\n## ')[0] ?? ''
  const rows = under.split(`\n### ${table}\n`)[1]?.split('\n### ')[0] ?? ''
  return rows
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, path = '']) => path))
}

const SECTIONS = [
  { section: 'A noun that works offline', newMost: 12, changedMost: 4, named: /favourite/ },
  { section: 'A noun that is only read', newMost: 9, changedMost: 3, named: /statistic|search-?analysis/ },
]

describe.each(SECTIONS)('$section', ({ section, newMost, changedMost, named }) => {
  const added = filesOf(section, 'New files')
  const changed = filesOf(section, 'Changed files')

  it('lists few files, all of which exist', () => {
    expect(added.length).toBeGreaterThan(5)
    expect(added.length).toBeLessThanOrEqual(newMost)
    expect(changed.length).toBeGreaterThan(0)
    expect(changed.length).toBeLessThanOrEqual(changedMost)
    expect([...added, ...changed].filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it('is mentioned in every file it changes', () => {
    const strangers = changed.filter((path) => !named.test(readFileSync(join(root, path), 'utf8')))
    expect(strangers).toEqual([])
  })
})

/** Not the noun's own: a generated migration, and an additional journey (see the guide). */
const BESIDE = /^server\/db\/migrations\/|^e2e\/journeys\/favourites\.spec\.ts$/

test('the guide’s table lists every file of favourites', () => {
  const all = ['contract', 'domain', 'e2e', 'server', 'src', 'sw', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  const own = all.filter((path) => /favourite.*\.\w+$/.test(path) && !BESIDE.test(path))
  expect(own.toSorted()).toEqual(filesOf('A noun that works offline', 'New files').toSorted())
})
