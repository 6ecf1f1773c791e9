import { describe, expect, it } from 'vitest'
import { linesOfRows, listTextOf } from '#domain/list-file.ts'

describe('the text of a file', () => {
  const utf16 = (text: string, order: 'le' | 'be') => {
    const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le')
    return order === 'le' ? bytes : bytes.swap16()
  }

  it.each([
    ['UTF-8', Buffer.from('Crème brûlée 6')],
    ['UTF-8 with a mark, as Excel saves “CSV UTF-8”', Buffer.from('\uFEFFCrème brûlée 6')],
    ['UTF-16, as Excel saves “Unicode text”', utf16('Crème brûlée 6', 'le')],
    ['UTF-16 with its other order of bytes', utf16('Crème brûlée 6', 'be')],
    ['Windows-1252, as Excel saves plain “CSV”', Buffer.from('Crème brûlée 6', 'latin1')],
  ])('is read from %s', (_, bytes) => expect(listTextOf(bytes)).toBe('Crème brûlée 6'))

  it.each([
    ['a workbook', Buffer.from('PK\x03\x04\x14\0\x06\0[Content_Types].xml', 'latin1')],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0])],
    ['a PDF without any NUL', Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj', 'latin1')],
  ])('is not there in %s', (_, bytes) => expect(listTextOf(bytes)).toBeUndefined())
})

describe('rows with a header', () => {
  const linesUnder = (header: string[], ...rows: string[][]) => linesOfRows([header, ...rows])?.lines

  it.each([
    [['Code', 'Qty']],
    [['Product code', 'Quantity']],
    [['PRODUCT NO.', 'CASES']],
    [['Item', 'Amount']],
    [['SKU', 'Order']],
    [['product_no', 'quantity']],
    [['StockCode', 'Order Qty']],
    [['\u00a0Code ', 'QTY.']],
  ])('finds the code and the quantity under %j', (header) =>
    expect(linesUnder(header, ['10234', '6'])).toEqual(['10234 6']),
  )

  it('takes the surest column of several', () => {
    expect(
      linesUnder(
        ['Item', 'Code', 'Amount', 'Qty'],
        ['1', '10234', '23.70', '6'],
        ['2', 'CO&OP1', '9.99', '1'],
      ),
    ).toEqual(['10234 6', 'CO&OP1 1'])
  })

  it('finds the header under a title', () => {
    expect(linesOfRows([['Order sheet'], ['Week 48', ''], ['Code', 'Qty'], ['10234', '6']])).toEqual({
      lines: ['10234 6'],
      leftOut: 0,
    })
  })

  it('leaves out rows without a quantity or a code, and counts them', () => {
    const rows = [
      ['DAIRY', ''],
      ['10234', '6'],
      ['10235', ''],
      ['10236', '0'],
      ['10237', '0.00'],
      ['10238', '-'],
      ['10239'],
      ['', '6'],
      ['10240', '-3'],
      ['10241', '0.5'],
      ['10242', '10'],
    ]
    // An impossible quantity is the person's to correct.
    expect(linesOfRows([['Code', 'Qty'], ...rows])).toEqual({
      lines: ['10234 6', '10240 -3', '10241 0.5', '10242 10'],
      leftOut: 7,
    })
  })

  it('reads what programs write to keep a cell from a spreadsheet', () => {
    expect(linesUnder(['Code', 'Qty'], ['="00123"', '="2"'], ["'-A1", '3'], ["O'BRI01", '4'])).toEqual([
      '00123 2',
      '-A1 3',
      "O'BRI01 4",
    ])
  })
})

describe('rows without a header that names both columns', () => {
  it.each([
    ['no header', [['10234', '6']]],
    [
      'no quantities to order',
      [
        ['Stock Code', 'Qty In Stock'],
        ['10234', '6'],
      ],
    ],
    [
      'no codes',
      [
        ['Order', 'Account number', 'Lines'],
        ['110262', '200101', '1'],
      ],
    ],
    ['no rows', []],
  ])('are not read: %s', (_, rows) => expect(linesOfRows(rows)).toBeUndefined())
})
