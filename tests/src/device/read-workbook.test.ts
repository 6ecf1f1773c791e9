import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { readListFile } from '#src/device/read-list-file.ts'

/** As Excel writes one: cells hold their texts inline, and numbers as they are. */
const workbook = (rows: (string | number)[][]): File => {
  const cells = rows.map((row, at) => {
    const texts = row.map((cell, column) => {
      const ref = `${String.fromCharCode(65 + column)}${at + 1}`
      return typeof cell === 'number'
        ? `<c r="${ref}"><v>${cell}</v></c>`
        : `<c r="${ref}" t="inlineStr"><is><t>${cell.replace(/&/g, '&amp;')}</t></is></c>`
    })
    return `<row r="${at + 1}">${texts.join('')}</row>`
  })
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packages = 'http://schemas.openxmlformats.org/package/2006'
  const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind}.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Order" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${cells.join('')}</sheetData></worksheet>`,
  }
  const bytes = zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, xml]) => [name, strToU8(`<?xml version="1.0"?>${xml}`)]),
    ),
  )
  return new File([bytes as Uint8Array<ArrayBuffer>], 'order.xlsx')
}

it('reads codes and quantities from a workbook, and names where a row has no code', async () => {
  const rows = [
    ['Weekly order', ''],
    ['Code', 'Description', 'Qty'],
    [10234, 'Beans', 6],
    ['CO&OP1', 'Cola', 2],
    ['', 'Mayonnaise, 10 l', 3],
    [10236, 'Rice', 0],
  ]
  expect(await readListFile(workbook(rows))).toEqual({
    lines: ['10234 6', 'CO&OP1 2', '3 x Mayonnaise 10 l'],
    leftOut: 1,
  })
})

it('keeps the rows of a workbook without headings', async () => {
  expect(
    await readListFile(
      workbook([
        ['mayo', 2],
        ['box limes', ''],
      ]),
    ),
  ).toEqual({ lines: ['mayo\t2', 'box limes'], leftOut: 0 })
})

it('refuses what only looks like a workbook', async () => {
  const bytes = new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 6, 0])
  expect(await readListFile(new File([bytes], 'order.xlsx'))).toEqual({ problem: 'notText' })
})
