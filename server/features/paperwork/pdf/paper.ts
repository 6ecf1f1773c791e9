import { facesFor } from './faces.ts'
import { LEFT, QUIET, RIGHT, type Sheet, type Style, sheetOf, type Tag } from './sheet.ts'

/** What every document of the company is made of, from top to bottom. */
export type Paper = {
  facts: (addressee: readonly string[], facts: readonly Fact[]) => void
  paragraph: (text: string) => void
  table: (columns: readonly Column[], rows: readonly (readonly string[])[]) => void
  /** The last is printed large. */
  totals: (rows: readonly Fact[]) => void
  /** The name, or these words where no face can draw it. */
  named: (name: string, otherwise: string) => string
  end: () => Promise<Buffer>
}

export type Company = {
  name: string
  phone: string
  email: string
  address: string
  vatNo: string
  paymentDetails: string
  colour: string
}
export type Fact = readonly [label: string, value: string]
export type Column = { label: string; width: number; isNumber?: boolean }

const CELL_GAP = 8
const WIDTH = RIGHT - LEFT

/** @param content everything that will be printed, by which the faces are chosen */
export const paperOf = async (company: Company, title: string, content: unknown): Promise<Paper> => {
  const faces = await facesFor(JSON.stringify([company, title, content]))
  const sheet = sheetOf(title, { author: company.name, colour: company.colour, faces })
  heading(sheet, 'P', company.name, 14)
  sender(sheet, company)
  heading(sheet, 'H1', title, 20)
  return {
    facts: (addressee, facts) => printFacts(sheet, addressee, facts),
    paragraph: (text) => {
      const height = sheet.heightOf(text, WIDTH)
      sheet.turnFor(height)
      sheet.text(sheet.root, 'P', text, { x: LEFT, width: WIDTH })
      sheet.y += height + 10
    },
    table: (columns, rows) => printTable(sheet, columns, rows, company.colour),
    totals: (rows) => printTotals(sheet, rows),
    named: (name, otherwise) =>
      /\p{L}/u.test(faces.printable(name)) || !/\p{L}/u.test(name) ? name : otherwise,
    end: () => {
      const left = [company.name, company.phone, company.email].filter((text) => text !== '').join(' · ')
      return sheet.end({ left, right: title })
    },
  }
}

const heading = (sheet: Sheet, name: 'P' | 'H1', text: string, size: number): void => {
  const style: Style = { font: 'strong', size }
  sheet.text(sheet.root, name, text, { x: LEFT, width: WIDTH }, style)
  sheet.y += sheet.heightOf(text, WIDTH, style) + 12
}

/** Prints nothing if the company has set neither. */
const sender = (sheet: Sheet, { address, vatNo }: Company): void => {
  const text = [...address.split('\n'), vatNo === '' ? '' : `VAT number ${vatNo}`]
    .filter((line) => line !== '')
    .join(', ')
  if (text === '') return
  sheet.y -= 8
  sheet.text(sheet.root, 'P', text, { x: LEFT, width: WIDTH }, { colour: QUIET })
  sheet.y += sheet.heightOf(text, WIDTH) + 12
}

const ADDRESSEE_WIDTH = 240
const FACT_LABEL = { x: 320, width: 90 }
const FACT_VALUE = { x: 410, width: RIGHT - 410 }

const printFacts = (sheet: Sheet, addressee: readonly string[], facts: readonly Fact[]): void => {
  const address = addressee.join('\n')
  const addressEnd = sheet.y + sheet.heightOf(address, ADDRESSEE_WIDTH)
  sheet.text(sheet.root, 'P', address, { x: LEFT, width: ADDRESSEE_WIDTH })
  const table = sheet.tag(sheet.root, 'Table')
  for (const [label, value] of facts) {
    const row = sheet.tag(table, 'TR')
    sheet.text(row, 'TH', label, { ...FACT_LABEL, scope: 'Row' }, { colour: QUIET })
    sheet.text(row, 'TD', value, FACT_VALUE)
    sheet.y += sheet.heightOf(value, FACT_VALUE.width) + 3
  }
  table.end()
  sheet.y = Math.max(sheet.y, addressEnd) + 18
}

const HEAD: Style = { font: 'strong', size: 8, colour: QUIET }

const printTable = (
  sheet: Sheet,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  colour: string,
): void => {
  const table = sheet.tag(sheet.root, 'Table')
  const labels = columns.map(({ label }) => label)
  /** Numbers have one line. */
  const heightOf = (cells: readonly string[], style?: Style): number =>
    Math.max(
      ...columns.map(({ width, isNumber }, at) =>
        isNumber ? 0 : sheet.heightOf(cells[at] ?? '', width - CELL_GAP, style),
      ),
    )
  const printRow = (parent: Tag | undefined, cells: readonly string[], style?: Style): void => {
    const row = parent && sheet.tag(parent, 'TR')
    let x = LEFT
    for (const [at, { width, isNumber }] of columns.entries()) {
      sheet.text(
        row,
        style === HEAD ? 'TH' : 'TD',
        cells[at] ?? '',
        {
          // Numbers end where the line below them does.
          x: isNumber ? x + CELL_GAP : x,
          width: width - CELL_GAP,
          align: isNumber ? 'right' : undefined,
          scope: style === HEAD ? 'Column' : undefined,
        },
        style,
      )
      x += width
    }
    row?.end()
  }
  /** @param parent undefined on further pages: the headings are read out once */
  const printHead = (parent: Tag | undefined): void => {
    printRow(parent, labels, HEAD)
    sheet.y += heightOf(labels, HEAD) + 5
    sheet.rule(colour, 1)
    sheet.y += 5
  }
  printHead(table)
  for (const cells of rows) {
    const height = heightOf(cells)
    if (sheet.turnFor(height)) printHead(undefined)
    printRow(table, cells)
    sheet.y += height + 2.5
    sheet.rule()
    sheet.y += 3
  }
  table.end()
  sheet.y += 10
}

const TOTAL_LABEL = { x: 290, width: 150 }
const TOTAL_VALUE = { x: 440, width: RIGHT - 440, align: 'right' } as const

const printTotals = (sheet: Sheet, rows: readonly Fact[]): void => {
  sheet.turnFor(rows.length * 17 + 12)
  const table = sheet.tag(sheet.root, 'Table')
  for (const [at, [label, value]] of rows.entries()) {
    const style: Style = at === rows.length - 1 ? { font: 'strong', size: 13 } : {}
    const row = sheet.tag(table, 'TR')
    sheet.text(row, 'TH', label, { ...TOTAL_LABEL, scope: 'Row' }, style)
    sheet.text(row, 'TD', value, TOTAL_VALUE, style)
    sheet.y += sheet.heightOf(label, TOTAL_LABEL.width, style) + 5
  }
  table.end()
  sheet.y += 10
}
