import { join } from 'node:path'
import { parsePack } from '#server/db/demo/packs.ts'
import { demoFamiliesFolder } from '#server/paths.ts'
import { BrandsRow, type FamilyGroup, FamilyRow, GroupRow, type Priced } from './family.ts'
import { readTable } from './read-table.ts'

let known: readonly FamilyGroup[] | undefined

/** Read once, when the first product is made. */
export const familyGroups = (): readonly FamilyGroup[] => {
  known ??= readFamilies(demoFamiliesFolder)
  return known
}

/** @throws Error naming the file and line of the first wrong row */
export function readFamilies(folder: string): FamilyGroup[] {
  const pools = new Map(
    readTable(
      join(folder, 'brands.csv'),
      BrandsRow,
      ({ brands, names }) => [brands, brandsOf(names)] as const,
    ),
  )
  const groups = readTable(join(folder, 'groups.csv'), GroupRow, ({ brands, ...group }): FamilyGroup => {
    const pool = pools.get(brands)
    if (pool === undefined) throw new Error(`brands.csv has no brands "${brands}"`)
    return { ...group, brands: pool, families: [] }
  })
  readTable(
    join(folder, 'families.csv'),
    FamilyRow,
    ({ department, group: name, names, packs, ...family }) => {
      const group = groups.find((one) => one.department === department && one.group === name)
      if (group === undefined) throw new Error(`groups.csv has no group "${name}" in "${department}"`)
      if (group.families.some(({ category }) => category === family.category)) {
        throw new Error(`the group has "${family.category}" twice`)
      }
      group.families.push({ ...family, names: names.map(pricedOf), packs: packs.map(parsePack) })
    },
  )
  return groups
}

const NO_BRAND = '(none)'

/** From the cheapest to the dearest. */
const brandsOf = (names: readonly string[]): Priced[] =>
  names.map((name, place) => ({
    name: name === NO_BRAND ? '' : name,
    priceFactor: 0.82 + (0.46 * place) / Math.max(1, names.length - 1),
  }))

/** `Wild Mushroom Mix ×4.2` costs 4.2 times the family's price. */
function pricedOf(entry: string): Priced {
  const [name = '', factor = '1'] = entry.split(' ×')
  const priceFactor = Number(factor)
  if (!(priceFactor > 0)) throw new Error(`"${entry}" has no price factor after ×`)
  return { name, priceFactor }
}
