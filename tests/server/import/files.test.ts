import { beforeEach, describe, expect, it } from 'vitest'
import { CodedError } from '#server/coded-error.ts'
import { products } from '#server/db/schema/products.ts'
import { ROW_BYTES_AT_MOST, readCsvRows } from '#server/features/import/csv/csv-rows.ts'
import { testDatabase } from '#tests/support/database.ts'
import { csv, importerInto, mappingOf } from '#tests/support/import.ts'

const { database } = await testDatabase()
const importCsv = importerInto(database)

const HEADER = 'product_no,name'
/** Dry runs only: these tests are about reading. */
const read = (content: string | Uint8Array, options: Parameters<typeof importCsv>[2] = {}) =>
  importCsv('products', content, { dryRun: true, ...options })
const failure = async (content: string | Uint8Array, options: Parameters<typeof importCsv>[2] = {}) => {
  const error = await read(content, options).catch((reason: unknown) => reason)
  if (!(error instanceof CodedError)) throw new Error(`No CodedError but ${String(error)}`)
  return { code: error.code, message: error.message }
}
const namesIn = async (content: string | Uint8Array, options: Parameters<typeof importCsv>[2] = {}) => {
  const result = await importCsv('products', content, options)
  const names = (await database.select().from(products)).sort((a, b) =>
    a.product_no < b.product_no ? -1 : 1,
  )
  return { ...result, names: names.map(({ name }) => name) }
}

beforeEach(async () => {
  await database.delete(products)
})

describe('the text of a file', () => {
  it('may start with a byte order mark', async () => {
    const { names } = await namesIn(`\ufeff${csv(HEADER, 'A1,Jalapeños')}`)
    expect(names).toEqual(['Jalapeños'])
  })

  it.each([`${HEADER}\nA1,Peas\r\nA2,Beans\r\r\nA3,Leeks`, `${HEADER}\rA1,Peas\rA2,Beans\rA3,Leeks\r`])(
    'may end lines with CR LF, LF or CR: %j',
    async (text) => {
      expect((await namesIn(text)).names).toEqual(['Peas', 'Beans', 'Leeks'])
    },
  )

  it('may have quotes, commas and line breaks in quoted cells', async () => {
    const { names, refused } = await namesIn(
      `${HEADER},description\r\n"A1","Peas, ""petits pois""","Two\r\nlines"\r\nA2,Beans,\r\n`,
    )
    expect(names).toEqual(['Peas, "petits pois"', 'Beans'])
    expect(refused).toBe(0)
  })

  it('may contain empty lines, and lines of commas only', async () => {
    const result = await namesIn(`\r\n${HEADER}\r\n\r\nA1,Peas\r\n,\r\n\r\nA2,Beans\r\n,\r\n`)
    expect(result).toMatchObject({ read: 2, names: ['Peas', 'Beans'] })
  })

  it.each([
    ['product_no;name', 'A1;"Peas, split"'],
    ['product_no\tname', 'A1\t"Peas, split"'],
    ['product_no|name', 'A1|"Peas, split"'],
    ['sep=;\r\nproduct_no;name', 'A1;Peas, split'],
  ])('may have the delimiter of %j', async (...lines) => {
    expect((await namesIn(csv(...lines))).names).toEqual(['Peas, split'])
  })

  it('is refused under another delimiter than the one that is given', async () => {
    expect(await failure('product_no;name\nA1;Peas\n', { delimiter: ',' })).toMatchObject({
      code: 'wrong_delimiter',
      message: expect.stringContaining('--delimiter ;'),
    })
  })

  it('is reported as Windows-1252 if it looks like it, without changing anything', async () => {
    const file = Buffer.from(csv(HEADER, 'A1,Peas', 'A2,Crème fraîche £2'), 'latin1')
    const { code, message } = await failure(file)
    expect(code).toBe('wrong_encoding')
    expect(message).toContain('Windows-1252')
    expect(message).toContain('line 3 has the byte E8, there "è"')
    expect(message).toContain('--encoding windows-1252')
    expect(message).toContain('iconv -f WINDOWS-1252 -t UTF-8')
    expect((await namesIn(file, { encoding: 'windows-1252' })).names).toEqual(['Peas', 'Crème fraîche £2'])
  })

  it.each([
    [
      'cp850',
      [
        ['A1,Caf\x82', 'Café'],
        ['A2,Price \x9c5', 'Price £5'],
        ['A3,Cr\x8ame br\x96l\x82e', 'Crème brûlée'],
      ],
    ],
    [
      'cp850',
      [
        ['A1,JALAPE\xa5O \xab pint', 'JALAPEÑO ½ pint'],
        ['A2,\x90clairs', 'Éclairs'],
      ],
    ],
    [
      'windows-1252',
      [
        ['A1,Caf\xe9', 'Café'],
        ['A2,Price \xa35', 'Price £5'],
        ['A3,Chef\x92s \x96 mild', 'Chef’s – mild'],
      ],
    ],
    ['windows-1252', [['A1,JALAPE\xd1O \xbd pint', 'JALAPEÑO ½ pint']]],
    ['windows-1252', [['A1,CAF\xc9 \x93Best\x94', 'CAFÉ “Best”']]],
    ['cp850', [['A1,Pate \x85 tartiner', 'Pate à tartiner']]],
    ['windows-1252', [['A1,Bird\x92s Custard', 'Bird’s Custard']]],
    [
      'macintosh',
      [
        ['A1,Caf\x8e cr\x8fme', 'Café crème'],
        ['A2,Price \xa35', 'Price £5'],
        ['A3,Chef\xd5s ros\x8e', 'Chef’s rosé'],
      ],
    ],
  ])('is reported as %s by its letters and signs, and read when told so', async (encoding, rows) => {
    const file = Buffer.from(csv(HEADER, ...rows.map(([row = '']) => row)), 'latin1')
    expect((await failure(file)).message).toContain(`--encoding ${encoding}`)
    const mapping = mappingOf('products', { product_no: 'product_no', name: 'name' }, { encoding })
    expect((await namesIn(file, { mapping })).names).toEqual(rows.map(([, name]) => name))
  })

  it('is reported as UTF-16 if it looks like it, and read as such with a byte order mark', async () => {
    const text = csv(HEADER, 'A1,Crème fraîche')
    const little = Buffer.from(text, 'utf16le')
    const big = Buffer.from(little).swap16()
    for (const file of [
      Buffer.concat([Buffer.from([0xff, 0xfe]), little]),
      Buffer.concat([Buffer.from([0xfe, 0xff]), big]),
    ])
      expect((await namesIn(file)).names).toEqual(['Crème fraîche'])
    for (const [file, name] of [
      [little, 'utf-16le'],
      [big, 'utf-16be'],
    ] as const) {
      const { code, message } = await failure(file, { chunkBytes: 64 })
      expect(code).toBe('wrong_encoding')
      expect(message).toContain(`--encoding ${name}`)
      expect((await namesIn(file, { encoding: name })).names).toEqual(['Crème fraîche'])
    }
  })

  it('is refused if it is UTF-8 and told to be another', async () => {
    const file = csv(HEADER, 'A1,Crème fraîche')
    expect(await failure(file, { encoding: 'windows-1252' })).toMatchObject({
      code: 'wrong_encoding',
      message: expect.stringContaining('is UTF-8, not WINDOWS-1252'),
    })
    expect((await namesIn(csv(HEADER, 'A1,Peas'), { encoding: 'cp850' })).names).toEqual(['Peas'])
  })

  it('is refused as a whole if it is UTF-16 and was cut off', async () => {
    const lines = Array.from({ length: 2500 }, (_, at) => `A${at},Crème fraîche`)
    const half = Buffer.from(csv(HEADER, ...lines), 'utf16le').subarray(0, -1)
    const options = { encoding: 'utf-16le', chunkBytes: 4096 } as const
    await expect(importCsv('products', half, options)).rejects.toMatchObject({ code: 'wrong_encoding' })
    expect(await database.select().from(products)).toEqual([])
  })

  it('has single broken rows rejected if the rest is UTF-8', async () => {
    const broken = Buffer.concat([
      Buffer.from(csv(HEADER, 'A1,Crème')),
      Buffer.from('A2,Caf\xe9\r\n', 'latin1'),
      Buffer.from('A3,"Two\r\nlines \xe9"\r\n', 'latin1'),
      Buffer.from(csv('A4,Beans')),
    ])
    const { names, refusals } = await namesIn(broken)
    expect(names).toEqual(['Crème', 'Beans'])
    expect(refusals).toEqual([
      [3, 'not_utf8'],
      [4, 'not_utf8'],
    ])
  })

  it('is read as UTF-8 if told so, with its broken rows rejected', async () => {
    const file = Buffer.from(csv(HEADER, 'A1,Peas', 'A2,Caf\xe9'), 'latin1')
    expect((await read(file, { encoding: 'utf-8' })).refusals).toEqual([[3, 'not_utf8']])
  })

  it('is rejected if it is not CSV', async () => {
    expect(await failure(Buffer.from('PK\x03\x04rest of a workbook'), { chunkBytes: 64 })).toMatchObject({
      code: 'not_csv',
      message: expect.stringContaining('Excel workbook'),
    })
    expect((await failure(Buffer.from([0x1f, 0x8b, 8, 0]), { chunkBytes: 64 })).code).toBe('not_csv')
    const binary = Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 167 + 91) % 256))
    expect((await failure(binary, { chunkBytes: 4096 })).code).toBe('not_csv')
    expect((await failure('')).code).toBe('empty_file')
    expect((await failure('\ufeff')).code).toBe('empty_file')
    expect((await failure('\r\n\r\n')).code).toBe('empty_file')
  })

  it('may have no rows', async () => {
    expect(await read(csv(HEADER))).toMatchObject({ read: 0, added: 0, refused: 0 })
  })
})

describe('the header of a file', () => {
  it('must have each required column once', async () => {
    expect(await failure(csv('product_no,brand', 'A1,x'))).toMatchObject({
      code: 'missing_column',
      message: expect.stringContaining('name'),
    })
    expect((await failure(csv('product_no,name,name', 'A1,x,y'))).code).toBe('duplicate_column')
    expect(
      (await importCsv('prices', csv('price_list,product_no,price,pence')).catch(
        (error) => error.code,
      )) as string,
    ).toBe('duplicate_column')
    expect(
      await importCsv('prices', csv('price_list,product_no')).catch((error: CodedError) => error.message),
    ).toContain('price or pence')
    expect((await failure(`"${HEADER}\n${'x'.repeat(50)}\n`)).code).toBe('bad_header')
  })

  it('may stand below a title, and be repeated on each page', async () => {
    const { names, headerLine, skipped, refused } = await namesIn(
      csv(
        'Stock list,,',
        '"Printed 26/11/2026, page 1"',
        '',
        HEADER,
        'A1,Peas',
        'product_no, name',
        'A2,Beans',
      ),
    )
    expect({ names, headerLine, skipped, refused }).toEqual({
      names: ['Peas', 'Beans'],
      headerLine: 4,
      skipped: 1,
      refused: 0,
    })
  })

  it('may be on the line that the mapping says, with rows below that are left out', async () => {
    const mapping = mappingOf(
      'products',
      { product_no: 'ItemCode', name: 'ItemName' },
      { headerLine: 2, skipRows: ['Item No.', 'Total'] },
    )
    const file = csv('ItemCode,ItemName', 'ItemCode,ItemName', 'Item No.,Description', 'A1,Peas', 'Total: 1,')
    expect(await namesIn(file, { mapping })).toMatchObject({ names: ['Peas'], headerLine: 2, skipped: 2 })
    const late = mappingOf('products', { product_no: 'ItemCode', name: 'ItemName' }, { headerLine: 41 })
    const titles = Array.from({ length: 40 }, (_, at) => `Setting ${at},`)
    expect(await namesIn(csv(...titles, 'ItemCode,ItemName', 'A1,Peas'), { mapping: late })).toMatchObject({
      names: ['Peas'],
      headerLine: 41,
    })
  })

  it('may have unused columns, which the summary names', async () => {
    const header = 'product_no,name,"Colour\r\nof it",note,note,'
    const { unusedColumns } = await read(csv(header, 'A1,Peas,green,a,b,'))
    expect(unusedColumns).toEqual(['Colour of it', 'note', 'note'])
    const mapping = mappingOf('products', { product_no: 'product_no', name: 'Colour of it' })
    expect((await namesIn(csv(header, 'A1,Peas,green,a,b,'), { mapping })).names).toEqual(['green'])
  })
})

describe('a broken row', () => {
  it('has a NUL or another control character', async () => {
    const { refusals } = await read(csv(HEADER, 'A1,Pe\0as', 'A2,Bell\u0007', 'A3,"Line\nbreak"', 'A4,Beans'))
    expect(refusals).toEqual([
      [2, 'control_character'],
      [3, 'control_character'],
      // Line 4 continues in line 5.
      [4, 'control_character'],
    ])
  })

  it('has a character that reverses the direction of its name', async () => {
    const { refusals } = await read(csv(HEADER, 'A1,\u202Elive\u202C oil', 'A2,Beans'))
    expect(refusals).toEqual([[2, 'control_character']])
  })

  it.each(['Total,', 'Grand total:,1234.50', 'End of report', '*** END ***', '2 rows', 'Records printed: 2'])(
    'is the end of a report, "%s"',
    async (row) => {
      const { refusals, rows, added } = await read(csv(HEADER, 'A1,Peas', row))
      expect({ refusals, added }).toEqual({ refusals: [[3, 'end_of_report']], added: 1 })
      expect(rows[0]?.problems[0]?.why).toContain('"skipRows"')
    },
  )

  it.each(['Item No.,Item Description', 'Stock Code,Description'])(
    'is a second header, "%s"',
    async (row) => {
      expect((await read(csv(HEADER, row, 'A1,Peas'))).refusals).toEqual([[2, 'end_of_report']])
    },
  )

  it('is no end of a report because its name begins like one', async () => {
    expect((await namesIn(csv(HEADER, 'A1,Total 0% Greek yoghurt'))).names).toHaveLength(1)
  })

  it('has too few or too many cells', async () => {
    const { refusals, rows } = await read(csv(HEADER, 'A1', 'A2,Peas, split', 'A3,Beans'))
    expect(refusals).toEqual([
      [2, 'too_few_cells'],
      [3, 'too_many_cells'],
    ])
    expect(rows[1]?.problems[0]?.why).toContain('must be quoted')
  })

  it('has an endless cell, and costs only itself', async () => {
    const huge = 'x'.repeat(ROW_BYTES_AT_MOST + 1)
    const { refusals, rows } = await read(
      csv(HEADER, 'A1,Peas', `A2,${huge}`, 'A3,Beans', `A4,"${huge}"`, 'A5,Leeks'),
      {
        chunkBytes: 65_536,
      },
    )
    expect(refusals).toEqual([
      [3, 'row_too_large'],
      [5, 'row_too_large'],
    ])
    expect(rows[0]?.problems[0]?.value?.length).toBeLessThan(100)
  })

  it('has a quoted cell that never closes, and costs only itself', async () => {
    const after = Array.from({ length: 2000 }, (_, index) => `B${index},Beans`)
    const { refusals, added } = await read(csv(HEADER, 'A1,Peas', 'A2,"Leeks', ...after), { chunkBytes: 512 })
    expect(refusals).toEqual([[3, 'quote_not_closed']])
    expect(added).toBe(2001)
    const atTheEnd = await read(csv(HEADER, 'A1,Peas', 'A2,"Leeks', 'A3,Beans'))
    expect(atTheEnd.refusals).toEqual([[3, 'quote_not_closed']])
    expect(atTheEnd.added).toBe(2)
  })

  it('has a quote closed rows later, and the rows in between are read', async () => {
    const { refusals, added } = await read(
      csv(HEADER, 'A1,Peas', 'A2,"Leeks', 'A3,Beans', 'A4,"Corn"', 'A5,Kale', 'A6,12" pizza', 'A7,Swede'),
    )
    expect(refusals).toEqual([[3, 'bad_quotes']])
    expect(added).toBe(6)
  })

  it('has quotes in the wrong place, unless none of its cells is quoted', async () => {
    const { refusals, names } = await namesIn(
      csv(HEADER, 'A1,The "best" peas', 'A2,"Beans" green', 'A3,12" pizza box', 'A4,Leeks', '"A5",9" plate'),
    )
    expect(refusals).toEqual([
      [3, 'bad_quotes'],
      [6, 'bad_quotes'],
    ])
    expect(names).toEqual(['The "best" peas', '12" pizza box', 'Leeks'])
  })
})

describe('a large file', () => {
  it('is read no faster than its rows are used', async () => {
    let chunksRead = 0
    const endless = async function* () {
      yield Buffer.from(`${HEADER}\n`)
      for (;;) {
        chunksRead += 1
        yield Buffer.from('A1,Peas\n'.repeat(1000))
      }
    }
    const rows = readCsvRows(endless(), ',')
    let taken = 0
    while (taken < 100_000) {
      const next = await rows.next()
      if (next.done) break
      taken += next.value.length
    }
    await rows.return()
    expect(chunksRead).toBe(100)
  })

  it('buffers no more lines of an unclosed quote than a cell may have', async () => {
    let linesRead = 0
    const unclosed = async function* () {
      yield Buffer.from(`${HEADER}\n`)
      yield Buffer.from('A1,"Peas\n')
      for (;;) {
        linesRead += 1
        yield Buffer.from('\n')
      }
    }
    const rows = readCsvRows(unclosed(), ',')
    let refused = false
    while (!refused) {
      const next = await rows.next()
      refused = next.done === true || next.value.some((row) => 'problem' in row)
    }
    await rows.return()
    expect(linesRead).toBe(1000)
  })
})
