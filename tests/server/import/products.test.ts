import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { products } from '#server/db/schema/products.ts'
import { testDatabase } from '#tests/support/database.ts'
import { csv, importerInto, mappingOf } from '#tests/support/import.ts'

const { database } = await testDatabase()
const importCsv = importerInto(database)

beforeEach(async () => {
  await database.delete(products)
})

/** Ends the connection that writes this product, like a restart of PostgreSQL at that moment. */
const cutWhereWritten = async (product_no: string) => {
  await database.$client.query(`
    create function cut() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$;
    create trigger cut before insert on products for each row when (new.product_no = '${product_no}')
      execute function cut()`)
  return () => database.$client.query('drop function cut() cascade')
}
const rowOf = async (product_no: string) =>
  (await database.select().from(products).where(eq(products.product_no, product_no)))[0]
const changes = async () =>
  new Map((await database.select().from(products)).map((row) => [row.product_no, row.changedTx]))

describe('importing products', () => {
  it('stores every column as intended', async () => {
    const { added, refused } = await importCsv(
      'products',
      csv(
        'product_no,name,brand,pack,unit,otherUnitProductNo,unitCount,contentAmount,contentMeasure,gtins,department,group,category,storageType,vatBasisPoints,contains,mayContain,suitableFor,catchWeight,estimatedWeightGrams,minimumAge,isSpotPriced,promotion,reducedToClear,isNew,salesRank,description,ingredients,origin,active',
        'A1,Chopped Tomatoes,Cindermill,6 × 2.5 kg,case,A1E,6,15000,g,15012345678907|5012345678900,Grocery,Canned,Tomatoes,ambient,0,none,celery|mustard,vegan|vegetarian,no,,,yes,TRUE,0,y,17,"Rich, ripe\nand red",Tomatoes,Italy,1',
      ),
    )
    expect({ added, refused }).toEqual({ added: 1, refused: 0 })
    expect(await rowOf('A1')).toMatchObject({
      name: 'Chopped Tomatoes',
      brand: 'Cindermill',
      pack: '6 × 2.5 kg',
      unit: 'case',
      otherUnitProductNo: 'A1E',
      unitCount: 6,
      contentAmount: 15_000,
      contentMeasure: 'g',
      gtins: ['15012345678907', '5012345678900'],
      department: 'Grocery',
      group: 'Canned',
      category: 'Tomatoes',
      contains: [],
      mayContain: ['celery', 'mustard'],
      suitableFor: ['vegan', 'vegetarian'],
      catchWeight: false,
      estimatedWeightGrams: null,
      isSpotPriced: true,
      promotion: true,
      reducedToClear: false,
      isNew: true,
      salesRank: 17,
      description: 'Rich, ripe\nand red',
      origin: 'Italy',
      active: true,
    })
  })

  it('changes nothing when the same file is imported again, not even changed_tx', async () => {
    const file = csv('product_no,name,gtins,contains', 'A1,Peas,,', 'A2,Beans,5012345678900,milk')
    await importCsv('products', file)
    const before = await changes()
    const again = await importCsv('products', file)
    expect(again).toMatchObject({ read: 2, added: 0, changed: 0, unchanged: 2, refused: 0 })
    expect(await changes()).toEqual(before)
  })

  it('changes only the rows that differ', async () => {
    await importCsv('products', csv('product_no,name', 'A1,Peas', 'A2,Beans'))
    const before = await changes()
    const second = await importCsv(
      'products',
      csv('product_no,name', 'A1,Peas', 'A2,Broad Beans', 'A3,Leeks'),
    )
    expect(second).toMatchObject({ added: 1, changed: 1, unchanged: 1 })
    const after = await changes()
    expect(after.get('A1')).toBe(before.get('A1'))
    expect(after.get('A2')).not.toBe(before.get('A2'))
  })

  it('keeps values whose column is missing, and clears values whose cell is empty', async () => {
    await importCsv('products', csv('product_no,name,brand,origin', 'A1,Peas,Frostmere,Spain'))
    await importCsv('products', csv('product_no,name,brand', 'A1,Peas,'))
    expect(await rowOf('A1')).toMatchObject({ brand: '', origin: 'Spain' })
  })

  it('takes codes with any visible characters, as the supplier’s system has them', async () => {
    const codes = ['CO&OP1', 'MINCE 5KG', "O'BRI01", 'A/1#2', '100%', 'A+B', 'É=½', '?', 'A\\B', '"Q"']
    const quoted = codes.map((code) => `"${code.replaceAll('"', '""')}",Peas`)
    const { refused } = await importCsv('products', csv('product_no,name', ...quoted))
    expect(refused).toBe(0)
    expect([...(await changes()).keys()].sort()).toEqual([...codes].sort())
    const { refusals } = await importCsv(
      'products',
      csv('product_no,name', '.,A', '..,B', 'A\u200bB,C', 'A\u202eB,D'),
    )
    expect(refusals.map(([, ...codes]) => codes)).toEqual([
      ['invalid_text'],
      ['invalid_text'],
      ['invalid_text'],
      ['control_character'],
    ])
  })

  it('refuses VAT in per cent as basis points, unless a sign or the mapping says per cent', async () => {
    const header = 'product_no,name,vatBasisPoints'
    const { refusals, rows } = await importCsv(
      'products',
      csv(header, 'V1,a,20', 'V2,b,20%', 'V3,c,0.2', 'V4,d,2000.00', 'V5,e,', 'V6,f,17.5 %', 'V7,g,5'),
    )
    expect(refusals).toEqual([
      [2, 'out_of_range'],
      [4, 'out_of_range'],
      [8, 'out_of_range'],
    ])
    expect(rows[0]?.problems[0]?.why).toContain('"percent": true')
    const rateOf = async (product_no: string) => (await rowOf(product_no))?.vatBasisPoints
    expect([await rateOf('V2'), await rateOf('V4'), await rateOf('V5'), await rateOf('V6')]).toEqual([
      2000, 2000, 0, 1750,
    ])
    const percent = { from: 'vatBasisPoints', percent: true }
    const mapping = mappingOf('products', { product_no: 'product_no', name: 'name', vatBasisPoints: percent })
    await importCsv('products', csv(header, 'V1,a,20', 'V7,g,5.00'), { mapping })
    expect([await rateOf('V1'), await rateOf('V7')]).toEqual([2000, 500])
  })

  it('distinguishes unknown allergens from none', async () => {
    await importCsv('products', csv('product_no,name,contains', 'A1,Peas,', 'A2,Beans,none', 'A3,Milk,milk'))
    expect((await rowOf('A1'))?.contains).toBeNull()
    expect((await rowOf('A2'))?.contains).toEqual([])
    expect((await rowOf('A3'))?.contains).toEqual(['milk'])
  })

  it('reads the content from the pack if the file does not give it', async () => {
    await importCsv(
      'products',
      csv('product_no,name,pack', 'A1,Peas,4 x 2.5kg', 'A2,Cola,330ml', 'A3,Forks,Box'),
    )
    expect(await rowOf('A1')).toMatchObject({ unitCount: 4, contentAmount: 10_000, contentMeasure: 'g' })
    expect(await rowOf('A2')).toMatchObject({ unitCount: 1, contentAmount: 330, contentMeasure: 'ml' })
    expect(await rowOf('A3')).toMatchObject({ unitCount: 1, contentAmount: null, contentMeasure: null })
  })

  it('rejects bad rows one by one and applies the rest', async () => {
    const result = await importCsv(
      'products',
      csv(
        'product_no,name,gtins,storageType,vatBasisPoints,catchWeight,estimatedWeightGrams,contains,active',
        'A1,Peas,,frozen,0,,,,',
        ',No number,,frozen,0,,,,',
        'A3,,,frozen,0,,,,',
        'A4,Wrong check digit,5012345678901,frozen,0,,,,',
        'A5,Lukewarm,,lukewarm,0,,,,',
        'A6,Too much VAT,,,20000,,,,',
        'A7,VAT in words,,,twenty,,,,',
        'A8,No weight,,,,yes,,,',
        'A9,Unknown allergen,,,,,,kryptonite,',
        'A  10,Two spaces in the number,,,,,,,',
        'A11,Perhaps,,,,,,,perhaps',
        `A12,${'long '.repeat(60)},,,,,,,`,
        'A13,Beans,,chilled,0,,,,',
      ),
    )
    expect(result).toMatchObject({ read: 13, added: 2, refused: 11 })
    expect(result.refusals).toEqual([
      [3, 'missing_value'],
      [4, 'missing_value'],
      [5, 'invalid_gtin'],
      [6, 'invalid_choice'],
      [7, 'out_of_range'],
      [8, 'invalid_number'],
      [9, 'contradiction'],
      [10, 'invalid_choice'],
      [11, 'invalid_text'],
      [12, 'invalid_boolean'],
      [13, 'too_long'],
    ])
    expect([...(await changes()).keys()].sort()).toEqual(['A1', 'A13'])
    expect(result.problems).toMatchObject({ missing_value: 2, invalid_gtin: 1 })
  })

  it('adds the zeros that a spreadsheet has dropped from a barcode', async () => {
    const { refusals, rows } = await importCsv(
      'products',
      csv(
        'product_no,name,gtins',
        'A1,Peas,12345678905|96385074',
        'A2,Beans,12345678906',
        'A3,Leeks,5.00016E+12',
      ),
    )
    expect((await rowOf('A1'))?.gtins).toEqual(['012345678905', '96385074'])
    expect(refusals).toEqual([
      [3, 'invalid_gtin'],
      [4, 'invalid_gtin'],
    ])
    expect(rows[1]?.problems[0]?.why).toContain('shortened')
  })

  it('reports every fault of a row, with its column and value', async () => {
    const { rows } = await importCsv('products', csv('product_no,name,gtins,vatBasisPoints', 'A1,,123,x'))
    expect(rows[0]?.problems.map(({ column, value, code }) => [column, value, code])).toEqual([
      ['name', '', 'missing_value'],
      ['gtins', '123', 'invalid_gtin'],
      ['vatBasisPoints', 'x', 'invalid_number'],
    ])
  })

  it('rejects a repeated key, naming the line of the first', async () => {
    const lines = Array.from({ length: 2500 }, (_, index) => `B${index},Beans`)
    const { rows, added } = await importCsv(
      'products',
      // The second of each pair is in the same batch as the first, and in the next.
      csv('product_no,name', 'B7,First', ...lines, 'B2400,Last'),
      { chunkBytes: 4096 },
    )
    expect(added).toBe(2500)
    expect(rows.map(({ line, problems }) => [line, problems[0]?.code, problems[0]?.why])).toEqual([
      [10, 'duplicate_key', 'Line 2 has it already.'],
      [2503, 'duplicate_key', 'Line 2403 has it already.'],
    ])
    expect((await rowOf('B7'))?.name).toBe('First')
  })

  it('accepts a key whose first row was rejected', async () => {
    const { added, refused } = await importCsv('products', csv('product_no,name', 'A1,', 'A1,Peas'))
    expect({ added, refused }).toEqual({ added: 1, refused: 1 })
  })

  it('finds the rows that the database refuses, and applies the rest of their batch', async () => {
    await database.$client.query("alter table products add constraint no_boom check (name not like 'Boom%')")
    try {
      const lines = Array.from(
        { length: 300 },
        (_, index) => `C${index},${index % 97 === 5 ? 'Boom' : 'Beans'}`,
      )
      const result = await importCsv('products', csv('product_no,name', ...lines))
      expect(result).toMatchObject({ read: 300, added: 296, refused: 4 })
      expect(result.refusals).toEqual([5, 102, 199, 296].map((index) => [index + 2, 'refused_by_database']))
      expect(await database.select().from(products)).toHaveLength(296)
    } finally {
      await database.$client.query('alter table products drop constraint no_boom')
    }
  })

  it('only counts in a dry run', async () => {
    await importCsv('products', csv('product_no,name', 'A1,Peas', 'A2,Beans'))
    const before = await changes()
    const file = csv('product_no,name', 'A1,Peas', 'A2,Broad Beans', 'A3,Leeks', 'A4,', 'A3,Twice')
    const dry = await importCsv('products', file, { dryRun: true })
    expect(dry).toMatchObject({ read: 5, added: 1, changed: 1, unchanged: 1, refused: 2 })
    expect(await changes()).toEqual(before)
    const { rows: _, ...real } = await importCsv('products', file)
    expect(real).toMatchObject({ read: 5, added: 1, changed: 1, unchanged: 1, refused: 2 })
  })

  it('stores formula-like text unchanged', async () => {
    const names = ['=1+1', '+SUM(A1)', '-2+3', '@cmd']
    await importCsv('products', csv('product_no,name', ...names.map((name, index) => `F${index},"${name}"`)))
    const stored = async () => (await database.select().from(products)).map(({ name }) => name).sort()
    expect(await stored()).toEqual([...names].sort())
    // As our own lists write it for a spreadsheet.
    const guarded = csv('product_no,name', ...names.map((name, index) => `F${index},"'${name}"`), `F9,'Tis`)
    await importCsv('products', guarded)
    expect(await stored()).toEqual([...names, "'Tis"].sort())
  })

  it('stores no rank if the file has none', async () => {
    await importCsv('products', csv('product_no,name,salesRank', 'A1,Peas,', 'A2,Peas,900', 'A3,Peas,0'))
    await importCsv('products', csv('product_no,name', 'A0,Peas'))
    const ranks = new Map(
      (await database.select().from(products)).map(({ product_no, salesRank }) => [product_no, salesRank]),
    )
    expect(ranks).toEqual(
      new Map([
        ['A1', null],
        ['A2', 900],
        ['A3', 0],
        ['A0', null],
      ]),
    )
  })

  it('runs alongside another import of the same products', async () => {
    const lines = Array.from({ length: 1200 }, (_, index) => `D${index},Beans ${index}`)
    const other = [...lines].reverse()
    const [one, two] = await Promise.all([
      importCsv('products', csv('product_no,name', ...lines), { chunkBytes: 4096 }),
      importCsv('products', csv('product_no,name', ...other), { chunkBytes: 4096 }),
    ])
    expect(one.refused + two.refused).toBe(0)
    expect(one.added + two.added).toBe(1200)
  })

  it('stops between two batches when told to, and keeps what was applied', async () => {
    const lines = Array.from({ length: 9000 }, (_, index) => `E${index},Beans`)
    const controller = new AbortController()
    const importing = importCsv('products', csv('product_no,name', ...lines), {
      chunkBytes: 4096,
      signal: controller.signal,
      onProgress: ({ rows }) => {
        if (rows >= 2000) controller.abort()
      },
    })
    await expect(importing).rejects.toMatchObject({ code: 'interrupted' })
    const kept = (await database.select().from(products)).length
    expect(kept).toBeGreaterThanOrEqual(2000)
    expect(kept).toBeLessThan(9000)
    const rest = await importCsv('products', csv('product_no,name', ...lines), { chunkBytes: 4096 })
    expect(rest).toMatchObject({ added: 9000 - kept, unchanged: kept, refused: 0 })
  })

  it('says how far it got when the database is lost, and can be resumed', async () => {
    const lines = Array.from({ length: 9000 }, (_, index) => `G${index},Beans`)
    const mend = await cutWhereWritten('G5000')
    const importing = importCsv('products', csv('product_no,name', ...lines), { chunkBytes: 4096 })
    await expect(importing).rejects.toMatchObject({
      code: 'database_failed',
      message: expect.stringMatching(/\b[2468]000 rows were applied before/),
    })
    await mend()
    const rest = await importCsv('products', csv('product_no,name', ...lines), { chunkBytes: 4096 })
    expect(rest).toMatchObject({ read: 9000, refused: 0 })
    expect(await database.select().from(products)).toHaveLength(9000)
  })

  it('sets values for new rows only on new rows', async () => {
    await importCsv('products', csv('product_no,name,origin', 'A1,Peas,Spain'))
    const mapping = mappingOf('products', {
      product_no: 'product_no',
      name: 'name',
      origin: { constant: 'Italy', whenAdded: true },
    })
    await importCsv('products', csv('product_no,name', 'A1,Garden Peas', 'A2,Beans'), { mapping })
    expect(await rowOf('A1')).toMatchObject({ name: 'Garden Peas', origin: 'Spain' })
    expect(await rowOf('A2')).toMatchObject({ origin: 'Italy' })
  })
})
