import { describe, expect, it } from 'vitest'
import { csvLine } from '#domain/csv.ts'
import { LIST_FILE_BYTES_MAX } from '#domain/list-file.ts'
import { readListFile } from '#src/device/read-list-file.ts'

const read = (content: string | Uint8Array<ArrayBuffer>) => readListFile(new File([content], 'list.csv'))

describe('a table of products', () => {
  it.each([
    [',', 'Code,Description,Qty\r\n10234,"Beans, baked",6\r\n00123,"12"" pizza box",1\r\n'],
    [';', 'Code;Description;Qty\n10234;Beans, baked;6\n00123;12" pizza box;1\n'],
    ['a tab', 'Code\tDescription\tQty\r10234\tBeans, baked\t6\r00123\t12" pizza box\t1\r'],
    ['|', 'Code|Description|Qty\n10234|Beans, baked|6\n\n00123|12" pizza box|1'],
  ])('is split by %s', async (_, text) =>
    expect(await read(text)).toEqual({ lines: ['10234 6', '00123 1'], leftOut: 0 }),
  )

  it('has names where it has no codes, with a mark of the order of bytes and semicolons', async () => {
    expect(await read('\uFEFFProduct;Qty\nMayonnaise, thick;2\nLimes;1\n;3\n')).toEqual({
      lines: ['2 x Mayonnaise thick', 'Limes 1'],
      leftOut: 1,
    })
  })

  it('reads back the lines of an exported order', async () => {
    const rows = [
      ['sequence', 'instructions', 'line', 'product_no', 'product_name', 'pack', 'quantity'],
      [12, 'Ring twice.\nBack door', 1, 'CO&OP1', 'Cola, 24 cans', '24 x 330 ml', 6],
      [12, 'Ring twice.\nBack door', 2, 'MINCE 5KG', '=Mince', '5 kg', 2],
    ]
    const exported = rows.map((cells) => csvLine(cells, { textsAsTheyAre: true })).join('')
    expect(await read(exported)).toEqual({ lines: ['CO&OP1 6', 'MINCE 5KG 2'], leftOut: 0 })
  })

  it('counts no blank rows among those left out', async () => {
    expect(await read('Code,Qty\n,\n10234,6\n ,\n10235,\n')).toEqual({ lines: ['10234 6'], leftOut: 1 })
  })

  it('loses no row to a quote that is never closed', async () => {
    const lines = ['Code,Qty,Note', '10234,6,"soft', '10235,2,']
    expect(await read(lines.join('\n'))).toEqual({ lines, leftOut: 0 })
  })
})

it('keeps the lines of any other text as they are', async () => {
  expect(await read('10234 6\r\n\r\n6 x 10235\r\n"A1","1,000"')).toEqual({
    lines: ['10234 6', '6 x 10235', '"A1","1,000"'],
    leftOut: 0,
  })
})

it('refuses what is too big or no text', async () => {
  expect(await read('1'.repeat(LIST_FILE_BYTES_MAX))).toMatchObject({ leftOut: 0 })
  expect(await read('1'.repeat(LIST_FILE_BYTES_MAX + 1))).toEqual({ problem: 'tooBig' })
  expect(await read(new Uint8Array([0x50, 0x4b, 3, 4, 0]))).toEqual({ problem: 'notText' })
})
