import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { adverts } from '#server/db/schema/adverts.ts'
import { collectionAddresses } from '#server/db/schema/collection-addresses.ts'
import { deliveryPostcodes, holidays } from '#server/db/schema/customers.ts'
import { priceLists, prices } from '#server/db/schema/prices.ts'
import { products, stock } from '#server/db/schema/products.ts'
import { aProduct } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'
import { csv, importerInto, mappingOf } from '#tests/support/import.ts'

const { database } = await testDatabase()
const importCsv = importerInto(database)

beforeEach(async () => {
  await database.delete(priceLists)
  await database.delete(products)
  await database.delete(deliveryPostcodes)
  await database.delete(holidays)
  await database.delete(collectionAddresses)
  await database.delete(adverts)
  await aProduct(database, { product_no: 'A1', stockQuantity: 5 })
  await aProduct(database, { product_no: 'A2', stockQuantity: 5 })
})

describe('importing prices', () => {
  const priced = async () =>
    (await database.select().from(prices))
      .map(({ priceListId, product_no, pence }) => [priceListId, product_no, pence])
      .sort()

  it('creates missing price lists, and says so', async () => {
    const { priceLists: made, added } = await importCsv(
      'prices',
      csv('price_list,product_no,price', 'STD,A1,12.50', 'STD,A2,£3', 'PUBS,A1,"1,012.05"'),
    )
    expect({ made, added }).toEqual({ made: ['PUBS', 'STD'], added: 3 })
    expect(await priced()).toEqual([
      ['PUBS', 'A1', 101_205],
      ['STD', 'A1', 1_250],
      ['STD', 'A2', 300],
    ])
  })

  it('creates no price list in a dry run or for rejected rows', async () => {
    const file = csv('price_list,product_no,pence', 'STD,A1,1250', 'TYPO,A9,1', 'OTHER,A1,x')
    expect(await importCsv('prices', file, { dryRun: true })).toMatchObject({ priceLists: ['STD'] })
    expect(await database.select().from(priceLists)).toEqual([])
    const { refusals } = await importCsv('prices', file)
    expect(refusals).toEqual([
      [3, 'unknown_product'],
      [4, 'invalid_money'],
    ])
    expect((await database.select().from(priceLists)).map(({ id }) => id)).toEqual(['STD'])
  })

  it('withdraws a price with the word none, never with an empty cell', async () => {
    await importCsv('prices', csv('price_list,product_no,price', 'STD,A1,1', 'STD,A2,2'))
    const { refusals, changed } = await importCsv(
      'prices',
      csv('price_list,product_no,price', 'STD,A1,none', 'STD,A2,'),
    )
    expect(refusals).toEqual([[3, 'missing_value']])
    expect(changed).toBe(1)
    expect(await priced()).toEqual([
      ['STD', 'A1', null],
      ['STD', 'A2', 200],
    ])
  })

  it('accepts one price per product and list', async () => {
    const { refusals } = await importCsv(
      'prices',
      csv('price_list,product_no,price', 'STD,A1,1', 'PUBS,A1,1', 'STD,A1,2'),
    )
    expect(refusals).toEqual([[4, 'duplicate_key']])
  })

  it('updates changed_tx only for the prices that differ', async () => {
    await importCsv('prices', csv('price_list,product_no,price', 'STD,A1,1', 'STD,A2,2'))
    const before = await database.select().from(prices)
    await importCsv('prices', csv('price_list,product_no,price', 'STD,A1,1', 'STD,A2,3'))
    const after = await database.select().from(prices)
    const txOf = (rows: typeof before, product_no: string) =>
      rows.find((row) => row.product_no === product_no)?.changedTx
    expect(txOf(after, 'A1')).toBe(txOf(before, 'A1'))
    expect(txOf(after, 'A2')).not.toBe(txOf(before, 'A2'))
  })
})

describe('importing stock', () => {
  it('sets the quantities of existing products', async () => {
    const { refusals, changed, unchanged } = await importCsv(
      'stock',
      csv('product_no,quantity', 'A1,17', 'A2,5', 'A9,1', 'A2,x'),
    )
    expect({ changed, unchanged }).toEqual({ changed: 1, unchanged: 1 })
    expect(refusals).toEqual([
      [4, 'unknown_product'],
      [5, 'invalid_number'],
    ])
    const levels = await database.select().from(stock)
    expect(levels.map(({ product_no, quantity }) => [product_no, quantity]).sort()).toEqual([
      ['A1', 17],
      ['A2', 5],
    ])
  })
})

describe('codes that a spreadsheet has changed', () => {
  it('are refused with the code that they may have been, or warned of as a second product', async () => {
    await aProduct(database, { product_no: '00123', stockQuantity: 5 })
    const { rows } = await importCsv('stock', csv('product_no,quantity', '123,7', '5.00016E+12,7'))
    expect(rows.map(({ problems: [problem] }) => [problem?.code, problem?.why])).toEqual([
      ['unknown_product', expect.stringContaining('There was 00123, but no 123:')],
      ['invalid_text', expect.stringContaining('shortened')],
    ])
    const file = csv('product_no,name', '123,Peas', '00123,Peas', '124,Beans', '1E+05,Leeks')
    expect(await importCsv('products', file)).toMatchObject({
      ...{ added: 2, changed: 1, refused: 1, warned: 1, warnings: { other_zeros: 1 } },
    })
    expect(await importCsv('products', file)).toMatchObject({ unchanged: 3, warned: 0 })
  })
})

describe('numbers as other systems write them', () => {
  const stockOf = async (written: string, options: Parameters<typeof importCsv>[2] = {}) => {
    const { refusals, warnings } = await importCsv(
      'stock',
      csv('product_no,quantity', `A1,"${written}"`),
      options,
    )
    const [row] = await database.select().from(stock).where(eq(stock.product_no, 'A1'))
    return refusals[0]?.[1] ?? [row?.quantity, ...Object.keys(warnings)]
  }
  const priceOf = async (written: string, options: Parameters<typeof importCsv>[2] = {}) => {
    const { rows } = await importCsv(
      'prices',
      csv('price_list,product_no,price', `STD,A1,"${written}"`),
      options,
    )
    return rows[0]?.problems[0]?.why ?? (await database.select().from(prices))[0]?.pence
  }
  const continental = (kind: 'stock' | 'prices') =>
    mappingOf(
      kind,
      kind === 'stock'
        ? { product_no: 'product_no', quantity: 'quantity' }
        : { price_list: 'price_list', product_no: 'product_no', price: 'price' },
      { decimal: ',' },
    )

  it.each([
    ['14.00', [14]],
    ['14.000000', [14]],
    ['1,234', [1234]],
    ['1 234', [1234]],
    ['1\u2009234', [1234]],
    ["1'234", [1234]],
    ['1,234.00', [1234]],
    ['+7', [7]],
    ['-3', [0, 'below_zero']],
    ['-3.00', [0, 'below_zero']],
    ['3-', [0, 'below_zero']],
    ['(3)', [0, 'below_zero']],
    ['\u22123', [0, 'below_zero']],
    ['-0.00', [0]],
    ['6.50', [6, 'rounded_down']],
    ['0.5', [0, 'rounded_down']],
    ['12.50-', [0, 'below_zero']],
    ['6.125', 'invalid_number'],
    ['12,5', 'invalid_number'],
    ['1,23', 'invalid_number'],
    ['1e3', 'invalid_number'],
    ['0,500', 'invalid_number'],
    ['£3', 'invalid_number'],
  ])('stock %j', async (written, expected) => {
    expect(await stockOf(written)).toEqual(expected)
  })

  it.each([
    ['12.50000', 1250],
    ['3.9500', 395],
    ['£1,234.50', 123_450],
    ['GBP 12.50', 1250],
    ['12.50 GBP', 1250],
    ['.5', 50],
    ['1.234,50', 123_450],
    ['1 234,50', 123_450],
    ["1'234.50", 123_450],
    ['£ 12.50', 1250],
    ['12.50£', 1250],
    ['12£50', expect.stringContaining('It must be pounds')],
    ['0,950', expect.stringContaining('"decimal": ","')],
    ['12.34567', expect.stringContaining('more than two decimals')],
    ['1.234', expect.stringContaining('"decimal": ","')],
    ['12,50', expect.stringContaining('"decimal": ","')],
    ['-1', expect.stringContaining('never negative')],
    ['(1.00)', expect.stringContaining('never negative')],
    ['€12.50', expect.stringContaining('It must be pounds')],
    ['12.50 each', expect.stringContaining('It must be pounds')],
  ])('price %j', async (written, expected) => {
    expect(await priceOf(written)).toEqual(expected)
  })

  it('with a decimal comma, where the mapping says so', async () => {
    expect(await stockOf('1.234', { mapping: continental('stock') })).toEqual([1234])
    expect(await stockOf('14,000', { mapping: continental('stock') })).toEqual([14])
    expect(await priceOf('1.234,5', { mapping: continental('prices') })).toBe(123_450)
    expect(await priceOf('12,50', { mapping: continental('prices') })).toBe(1250)
    expect(await priceOf('12.50', { mapping: continental('prices') })).toContain('It must be pounds')
  })
})

describe('numbers of a file with semicolons, where the comma is usually the decimal mark', () => {
  const priceOf = async (written: string, decimal?: string) => {
    const columns = { price_list: 'price_list', product_no: 'product_no', price: 'price' }
    const { rows } = await importCsv('prices', csv('price_list;product_no;price', `STD;A1;${written}`), {
      mapping: mappingOf('prices', columns, decimal === undefined ? {} : { decimal }),
    })
    return rows[0]?.problems[0]?.why ?? (await database.select().from(prices))[0]?.pence
  }

  it.each([
    ['12,50', 1250],
    ['12.50', 1250],
    ['1.234,50', 123_450],
    ['1,234.50', 123_450],
    ['0,950', 95],
    ['12.50000', 1250],
    ['3,950', expect.stringContaining('"decimal": "." or ","')],
    ['1.234', expect.stringContaining('"decimal": "." or ","')],
    ['14.000', expect.stringContaining('"decimal": "." or ","')],
  ])('price %j', async (written, expected) => {
    expect(await priceOf(written)).toEqual(expected)
  })

  it('are read by the mark that the mapping names', async () => {
    expect([await priceOf('3,950', ','), await priceOf('3,950', '.')]).toEqual([395, 395_000])
  })
})

describe('importing delivery postcodes', () => {
  it('reads prefixes, routes and terms', async () => {
    const { refusals, added } = await importCsv(
      'delivery-postcodes',
      csv(
        'prefix,town,latitude,longitude,route,deliveryWeekdays,minimumOrder,deliveryChargePence,served',
        'HX1,Halifax,53.7217,-1.8630,CALDER,Mon|Fri,50,399,yes',
        'HX,Calderdale,,,,,,,no',
        'HX1 1AA,Halifax,,,,,,,',
        'hx2  1,Halifax,,,,,,,',
        'HX3,Halifax,91,0,,,,,',
        'HX3,Halifax,1e1,0,,,,,',
        'HX17HH,Halifax,,,,,,,',
      ),
    )
    expect(added).toBe(3)
    expect(refusals).toEqual([
      [4, 'invalid_text'],
      [6, 'out_of_range'],
      [7, 'invalid_number'],
      [8, 'invalid_text'],
    ])
    const rows = await database.select().from(deliveryPostcodes)
    expect(rows.map(({ prefix }) => prefix).sort()).toEqual(['HX', 'HX1', 'HX2 1'])
    expect(rows.find(({ prefix }) => prefix === 'HX1')).toMatchObject({
      latitude: '53.7217',
      longitude: '-1.8630',
      deliveryWeekdays: [1, 5],
      minimumOrderPence: 5_000,
      deliveryChargePence: 399,
      served: true,
    })
  })
})

describe('importing collection sites', () => {
  const HEADER = 'site_no,name,town,postcode,weekdays,slots,leadTimeMinutes,closures,storageTypes,active'
  const DEPOT =
    'D1,Halifax depot,Halifax,HX3 5AX,Mon|Tue,07:00-09:00=12|11:00-13:00=8,240,24/12/2026,ambient|frozen,'

  it('reads hours, slots and what a site keeps, and finds it again by its number', async () => {
    expect(await importCsv('collection-sites', csv(HEADER, DEPOT))).toMatchObject({ added: 1, refused: 0 })
    const [site] = await database.select().from(collectionAddresses)
    expect(site).toMatchObject({
      siteNo: 'D1',
      name: 'Halifax depot',
      weekdays: [1, 2],
      slots: [
        { from: '07:00', to: '09:00', capacity: 12 },
        { from: '11:00', to: '13:00', capacity: 8 },
      ],
      leadTimeMinutes: 240,
      closures: ['2026-12-24'],
      storageTypes: ['ambient', 'frozen'],
      active: true,
    })
    expect(await importCsv('collection-sites', csv(HEADER, DEPOT))).toMatchObject({ unchanged: 1 })
    const closed = csv(
      'site_no,name,town,postcode,weekdays,slots,storageTypes,active',
      'D1,Old depot,Halifax,HX3 5AX,Mon,07:00-09:00=1,ambient,no',
    )
    expect(await importCsv('collection-sites', closed)).toMatchObject({ added: 0, changed: 1 })
    expect(await database.select().from(collectionAddresses)).toMatchObject([
      { id: site?.id, name: 'Old depot', active: false, leadTimeMinutes: 240 },
    ])
  })

  it.each([
    ['invalid_text', '07:00 to 09:00'],
    ['invalid_text', '07:00-09:00'],
    ['invalid_time', '07:00-24:30=3'],
    ['out_of_range', '09:00-07:00=3'],
    ['out_of_range', '07:00-09:00=0'],
    ['contradiction', '07:00-09:00=3|07:00-09:00=4'],
    ['missing_value', ''],
  ])('is refused for %s: %s', async (code, slots) => {
    const row = `D1,Depot,Halifax,HX3 5AX,Mon,${slots},,,ambient,`
    expect((await importCsv('collection-sites', csv(HEADER, row))).refusals).toEqual([[2, code]])
  })
})

describe('importing adverts', () => {
  const HEADER = 'code,title,text,position,firstDay,lastDay,products'

  it('reads days and products, which the next file replaces', async () => {
    const row = 'summer-bbq,Summer barbecue,Burgers and buns,2,2027-05-01,31/08/2027,A1|A2'
    expect(await importCsv('adverts', csv(HEADER, row))).toMatchObject({ added: 1, refused: 0 })
    expect(await importCsv('adverts', csv(HEADER, row))).toMatchObject({ unchanged: 1 })
    const later = csv('code,title,lastDay,products', 'summer-bbq,Barbecue,,A2')
    expect(await importCsv('adverts', later)).toMatchObject({ added: 0, changed: 1 })
    expect(await database.select().from(adverts)).toEqual([
      expect.objectContaining({
        code: 'summer-bbq',
        title: 'Barbecue',
        text: 'Burgers and buns',
        position: 2,
        firstDay: '2027-05-01',
        lastDay: null,
        product_nos: ['A2'],
        active: true,
      }),
    ])
  })

  it.each([
    ['unknown_product', 'bbq,Barbecue,,,,,A1|A9'],
    ['contradiction', 'bbq,Barbecue,,,2027-05-02,2027-05-01,A1'],
    ['missing_value', 'bbq,Barbecue,,,,,'],
    ['missing_value', 'bbq,,,,,,A1'],
    ['too_long', `bbq,${'B'.repeat(41)},,,,,A1`],
    ['invalid_text', '..,Barbecue,,,,,A1'],
    ['out_of_range', 'bbq,Barbecue,,-1,,,A1'],
    ['invalid_date', 'bbq,Barbecue,,,soon,,A1'],
  ])('is refused for %s: %s', async (code, row) => {
    expect((await importCsv('adverts', csv(HEADER, row))).refusals).toEqual([[2, code]])
    expect(await database.select().from(adverts)).toEqual([])
  })
})

describe('importing holidays', () => {
  it('reads days as other programs write them, if they exist', async () => {
    const { refusals, rows } = await importCsv(
      'holidays',
      csv(
        'day,name',
        '2026-12-25,Christmas Day',
        '28/12/2026,Boxing Day (substitute day)',
        '29/02/2026,No such day',
        '2026-2-1,Half a day',
        '12/25/2026,American',
        '1-Jan-2027,Excel',
        '02 January 27,Words',
        '3.1.2027,Points',
        '20270104,Digits',
        '05/01/2027 00:00:00,Midnight',
        '46028,Serial number',
      ),
    )
    expect(refusals).toEqual([
      [4, 'invalid_date'],
      [5, 'invalid_date'],
      [6, 'invalid_date'],
      [12, 'invalid_date'],
    ])
    expect(rows.at(-1)?.problems[0]?.why).toContain('format its column as a date')
    expect((await database.select().from(holidays)).map(({ day }) => day).sort()).toEqual([
      '2026-12-25',
      '2026-12-28',
      ...['2027-01-01', '2027-01-02', '2027-01-03', '2027-01-04', '2027-01-05'],
    ])
  })
})
