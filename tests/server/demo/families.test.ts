import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readFamilies } from '#server/db/demo/families/read-families.ts'
import { demoFamiliesFolder } from '#server/paths.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trolly-families-'))
  cpSync(demoFamiliesFolder, folder, { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true }))

it('reads names with their prices, packs and lists, and inherits the group’s values', () => {
  const mushrooms = readFamilies(folder)
    .flatMap(({ families }) => families)
    .find(({ category }) => category === 'Mushrooms')
  expect(mushrooms).toMatchObject({ pence: 290, spot: true })
  expect(mushrooms).not.toHaveProperty('origins')
  expect(mushrooms?.names).toContainEqual({ name: 'Closed Cup Mushrooms', priceFactor: 1 })
  expect(mushrooms?.names).toContainEqual({ name: 'Wild Mushroom Mix', priceFactor: 4.2 })
  expect(mushrooms?.packs.map(({ count, size }) => [count, size])).toEqual([
    [1, 2500],
    [6, 500],
  ])
})

it.each([
  ['families.csv', ',75,', ',cheap,', 'families.csv, line 2: pence must be integer'],
  ['families.csv', '1x10kg', '1x10lb', 'families.csv, line 2: Not a pack: 1x10lb'],
  [
    'families.csv',
    'Carrots,Carrots',
    ',Carrots',
    'families.csv, line 2: must have required properties category',
  ],
  ['families.csv', 'Vegetables,Carrots', 'Roots,Carrots', 'no group "Roots" in "Fruit & Vegetables"'],
  ['families.csv', 'Onions & Leeks', 'Carrots', 'families.csv, line 3: the group has "Carrots" twice'],
  [
    'families.csv',
    'Fresh Ginger ×3',
    'Fresh Ginger ×',
    'line 7: "Fresh Ginger ×" has no price factor after ×',
  ],
  ['families.csv', ',yes,', ',perhaps,', 'families.csv, line 6: spot must be boolean'],
  ['families.csv', 'spot,', 'sport,', 'families.csv, line 6: there is no column "sport"'],
  ['groups.csv', ',growers,', ',gardeners,', 'groups.csv, line 2: brands.csv has no brands "gardeners"'],
  ['brands.csv', 'bakers,', '', 'brands.csv, Invalid Record Length'],
])('names the file and line of a fault: %s with %s as %s', (file, from, to, fault) => {
  const path = join(folder, file)
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace(from, () => to),
  )
  expect(() => readFamilies(folder)).toThrow(fault)
})
