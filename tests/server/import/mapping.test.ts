import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { CodedError } from '#server/coded-error.ts'
import { deliveryPostcodes } from '#server/db/schema/customers.ts'
import { products } from '#server/db/schema/products.ts'
import { parseMapping } from '#server/features/import/csv/mapping.ts'
import { isImportKind } from '#server/features/import/kinds/import-kinds.ts'
import { projectRoot } from '#server/paths.ts'
import { testDatabase } from '#tests/support/database.ts'
import { csv, importerInto, mappingOf } from '#tests/support/import.ts'

const { database } = await testDatabase()
const importCsv = importerInto(database)
const MAPPINGS = join(projectRoot, 'server/cli/mappings')
const kept = (name: string) => readFileSync(join(MAPPINGS, `${name}.json`), 'utf8')

beforeEach(async () => {
  await database.delete(products)
  await database.delete(deliveryPostcodes)
})
const rowOf = async (product_no: string) =>
  (await database.select().from(products).where(eq(products.product_no, product_no)))[0]

const faultOf = (mapping: unknown): string => {
  try {
    parseMapping(typeof mapping === 'string' ? mapping : JSON.stringify(mapping), 'test.json', 'products')
  } catch (error) {
    if (error instanceof CodedError && error.code === 'mapping_invalid') return error.message
    throw error
  }
  throw new Error('The mapping is valid.')
}

describe('a mapping', () => {
  it('renames, splits, looks up and fills in values', async () => {
    const mapping = mappingOf(
      'products',
      {
        product_no: 'Code',
        name: 'Description 1',
        department: { from: 'Path', split: ' > ', part: 1 },
        group: { from: 'Path', split: ' > ', part: 2 },
        category: { from: 'Path', split: ' > ', part: -1, least: 3 },
        storageType: { from: 'Temp', values: { F: 'frozen', C: 'chilled' }, otherwise: 'ambient' },
        vatBasisPoints: { from: 'Path', startsWith: { Drinks: '2000', 'Drinks > Tea': '0' }, otherwise: '0' },
        contains: {
          from: 'Allergens',
          split: ';',
          values: { Wheat: 'gluten', Soya: 'soybeans', None: 'none' },
        },
        mayContain: { constant: null },
        suitableFor: { constant: ['vegan', 'vegetarian'] },
        origin: { constant: 'Spain' },
      },
      { delimiter: '|' },
    )
    const { refused, unusedColumns } = await importCsv(
      'products',
      csv(
        'Code|Description 1|Path|Temp|Allergens|Buyer',
        'A1|Peas|Food > Frozen > Vegetables > Peas|F|Wheat; Soya;Wheat|JB',
        'A2|Tea|Drinks > Tea|A|None|JB',
        'A3|Cola|Drinks||milk|JB',
      ),
      { mapping },
    )
    expect(refused).toBe(0)
    expect(unusedColumns).toEqual(['Buyer'])
    expect(await rowOf('A1')).toMatchObject({
      name: 'Peas',
      department: 'Food',
      group: 'Frozen',
      category: 'Peas',
      storageType: 'frozen',
      vatBasisPoints: 0,
      contains: ['gluten', 'soybeans'],
      mayContain: null,
      suitableFor: ['vegan', 'vegetarian'],
      origin: 'Spain',
    })
    expect(await rowOf('A2')).toMatchObject({ group: 'Tea', category: '', vatBasisPoints: 0, contains: [] })
    expect(await rowOf('A3')).toMatchObject({
      group: '',
      vatBasisPoints: 2000,
      storageType: 'ambient',
      contains: ['milk'],
    })
  })

  it('reports a rejected cell under the file’s own column', async () => {
    const mapping = mappingOf('products', { product_no: 'Code', name: 'Name', gtins: 'EAN' })
    const { rows } = await importCsv('products', csv('Code,Name,EAN', 'A1,Peas,123'), { mapping })
    expect(rows[0]?.problems[0]).toMatchObject({ column: 'EAN', code: 'invalid_gtin' })
  })

  it('must refer to columns of the file', async () => {
    const mapping = mappingOf('products', { product_no: 'Code', name: 'Title' })
    await expect(importCsv('products', csv('Code,Name', 'A1,Peas'), { mapping })).rejects.toMatchObject({
      code: 'mapping_column_missing',
      message: expect.stringMatching(/Title.*Code, Name/),
    })
  })

  it('must provide the required columns', async () => {
    const mapping = mappingOf('products', { product_no: 'Code' })
    await expect(importCsv('products', csv('Code,Name', 'A1,Peas'), { mapping })).rejects.toMatchObject({
      code: 'missing_column',
    })
  })

  it('is rejected with all its faults', () => {
    expect(faultOf('{')).toContain('JSON')
    expect(faultOf({ for: 'prices', columns: { price: 'x' } })).toContain(
      'it is for prices, not for products',
    )
    expect(faultOf({ for: 'fruit', columns: { name: 'x' } })).toContain('for must be')
    const faults = faultOf({
      for: 'products',
      columns: {
        colour: 'Colour',
        name: { from: 'a', constant: 'b' },
        brand: {},
        group: { from: 'a', part: 1 },
        category: { from: 'a', split: '>', part: 0 },
        origin: { constant: 'x', values: { a: 'b' } },
      },
    })
    for (const fault of [
      'columns.colour: no such column',
      'columns.name: has either "from" or "constant"',
      'columns.brand: has either "from" or "constant"',
      'columns.group: "part" needs "split"',
      'columns.category: "part" counts from 1',
      'columns.origin: a constant is not split or looked up',
    ]) {
      expect(faults).toContain(fault)
    }
    const shapes = faultOf({
      for: 'products',
      column: {},
      columns: { name: 7, brand: { form: 'x' }, group: { from: 'x', split: '>', part: 1.5 } },
    })
    for (const fault of [
      'columns.name: is a column',
      'columns.brand.form: no such setting',
      'columns.group.part must be integer',
    ]) {
      expect(shapes).toContain(fault)
    }
  })

  it('is rejected if a constant is invalid for its column', async () => {
    const mapping = mappingOf('products', {
      product_no: 'Code',
      name: 'Name',
      storageType: { constant: 'lukewarm' },
    })
    await expect(importCsv('products', csv('Code,Name', 'A1,Peas'), { mapping })).rejects.toMatchObject({
      code: 'mapping_invalid',
      message: expect.stringContaining('storageType'),
    })
  })
})

describe('the mappings in the repository', () => {
  it.each(readdirSync(MAPPINGS))('%s is valid', (file) => {
    const json = readFileSync(join(MAPPINGS, file), 'utf8')
    const { for: kind }: { for: string } = JSON.parse(json)
    if (!isImportKind(kind)) throw new Error(`There is no kind ${kind}`)
    expect(parseMapping(json, file, kind).columns.size).toBeGreaterThan(0)
  })

  it('never import guessed allergens', async () => {
    const mapping = parseMapping(kept('open-food-facts'), 'open-food-facts', 'products')
    await importCsv(
      'products',
      csv(
        'product_id,barcode,name,brand,pack_size,category_path,allergens,may_contain,ingredients,gs1_region,source',
        'P1,5012345678900,Milk Chocolate,Somebody,100g,Confectionery & Snacks > Chocolate,soybeans|milk,nuts,"Sugar, milk",GB,OFF',
        'P2,05012345678900,Ice Cream,,1L,Frozen > Ice cream & frozen yogurt,,,,GB,OFF',
        'P3,,Cider,,,Beverages > Alcoholic beverages > Ciders,,,,GB,OFF',
        'P4,,Yogurt,,6Pack,Dairies > Dairy desserts > Fermented dairy desserts > Yogurts,milk,,,GB,OFF',
        'P5,,Mystery,,,,,,,,OFF',
      ),
      { mapping },
    )
    expect(await rowOf('P1')).toMatchObject({
      gtins: ['5012345678900'],
      department: 'Confectionery & Snacks',
      group: 'Chocolate',
      category: '',
      contains: null,
      mayContain: null,
      vatBasisPoints: 2000,
      storageType: 'ambient',
      contentAmount: 100,
      contentMeasure: 'g',
    })
    expect(await rowOf('P2')).toMatchObject({
      storageType: 'frozen',
      vatBasisPoints: 2000,
      contentAmount: 1000,
    })
    expect(await rowOf('P3')).toMatchObject({ minimumAge: 18, vatBasisPoints: 2000, category: 'Ciders' })
    expect(await rowOf('P4')).toMatchObject({
      storageType: 'chilled',
      category: 'Yogurts',
      contains: null,
      contentAmount: null,
    })
    expect(await rowOf('P5')).toMatchObject({ department: '', storageType: 'ambient', vatBasisPoints: 0 })
  })

  it('assume no deliveries from geography, and keep the office’s decisions', async () => {
    const mapping = parseMapping(kept('uk-outcodes'), 'uk-outcodes', 'delivery-postcodes')
    const file = csv(
      'outcode,area,latitude,longitude,easting,northing,town,district_or_county,region,nation',
      'HX1,HX,53.7217,-1.8630,409000,425000,Halifax,Calderdale,Yorkshire and the Humber,England',
    )
    await importCsv('delivery-postcodes', file, { mapping })
    await database.update(deliveryPostcodes).set({ served: true, route: 'CALDER' })
    expect(await importCsv('delivery-postcodes', file, { mapping })).toMatchObject({
      changed: 0,
      unchanged: 1,
    })
    expect((await database.select().from(deliveryPostcodes))[0]).toMatchObject({
      served: true,
      route: 'CALDER',
    })
  })
})
