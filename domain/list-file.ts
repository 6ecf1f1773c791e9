/** What a file of products to order says: any text of lines, or a spreadsheet's rows with a code or a name and a quantity in each. */

/** 1 MB holds some 50,000 lines. */
export const LIST_FILE_BYTES_MAX = 1_000_000

/**
 * Excel writes UTF-8 or UTF-16 with a byte order mark, and Windows-1252 as plain CSV.
 * @returns undefined for a workbook, a PDF or any other file that is not text
 */
export const listTextOf = (bytes: Uint8Array): string | undefined => {
  const text = decoded(bytes)
  return text.includes('\0') || text.startsWith('%PDF-') ? undefined : text
}

const decoded = (bytes: Uint8Array): string => {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

export type ListLines = {
  /** A code and a quantity each, for quick-add.ts; where a row has no code, a quantity and a name. */
  lines: string[]
  /** Rows without a code or a quantity, such as the headings and the products not wanted of an order form. */
  leftOut: number
}

/** Workbooks are zipped: an old one, a PDF or a picture is not read. */
export const isWorkbook = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

/** In a file without a header, the cells of a row make one line. */
export const linesOfCells = (rows: readonly (readonly string[])[]): string[] =>
  rows.map((row) => row.filter((cell) => cell.trim() !== '').join('\t')).filter((line) => line !== '')

/** @returns undefined if no row names a column of codes or names, and one of quantities */
export const linesOfRows = (rows: readonly (readonly string[])[]): ListLines | undefined => {
  const header = rows.slice(0, HEADER_WITHIN).findIndex((row) => columnsOf(row) !== undefined)
  const columns = columnsOf(rows[header] ?? [])
  if (columns === undefined) return undefined
  const products = rows.slice(header + 1)
  const lines = products.flatMap((row) => {
    const [code, name, quantity] = [columns.code, columns.name, columns.quantity].map((column) =>
      column === undefined ? '' : cellText(row[column]),
    )
    if (quantity === undefined || NOTHING.test(quantity)) return []
    const isCode = code && !isNameLike(code)
    // A comma in a name does not begin another line.
    const goods = (code || name || '').replace(/[,;\s]+/g, ' ')
    return isCode ? [`${code} ${quantity}`] : goods === '' ? [] : [`${quantity} x ${goods}`]
  })
  return { lines, leftOut: products.length - lines.length }
}

/** "Product" heads codes in one program and names in another. */
const isNameLike = (cell: string): boolean => !/\d/.test(cell) && /[\s,;]/.test(cell)

/** Programs print a title, an account and a day above the header. */
const HEADER_WITHIN = 20

const PRODUCT_NAMES = [
  ...['productname', 'itemname', 'productdescription', 'itemdescription', 'description', 'name', 'goods'],
  ...['product', 'item'],
]

/** The surest first: an order sheet's "Item" is its code only if no other column is. */
const CODE_NAMES = [
  ...['productcode', 'productno', 'productnumber', 'stockcode', 'stockno', 'stocknumber'],
  ...['itemcode', 'itemno', 'itemnumber', 'articlecode', 'articleno', 'articlenumber', 'cataloguecode'],
  ...['sku', 'skucode', 'code', 'product', 'item', 'barcode', 'ean', 'gtin'],
]
const QUANTITY_NAMES = [
  ...['orderqty', 'orderquantity', 'qtyordered', 'quantityordered', 'orderedqty', 'orderedquantity'],
  ...['qtyrequired', 'quantityrequired', 'qty', 'quantity', 'qtycases', 'casesordered', 'cases', 'ordered'],
  ...['required', 'amount', 'order'],
]

type Columns = { code: number | undefined; name: number | undefined; quantity: number }

const columnsOf = (row: readonly string[]): Columns | undefined => {
  const names = row.map((cell) => cell.toLowerCase().replace(/[^a-z0-9]/g, ''))
  const find = (wanted: readonly string[]) => wanted.map((name) => names.indexOf(name)).find((at) => at >= 0)
  const [code, quantity] = [find(CODE_NAMES), find(QUANTITY_NAMES)]
  const name = find(PRODUCT_NAMES)
  if (quantity === undefined || (code === undefined && name === undefined)) return undefined
  return { code, name: name === code ? undefined : name, quantity }
}

/** Programs guard a cell from the spreadsheet: `="00123"` keeps its zeros, and csv.ts writes `'=…` for a formula. */
const cellText = (cell = ''): string =>
  cell
    .trim()
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'(?=[=+\-@])/, '')

/** Blank, a dash, or zero in any spelling. */
const NOTHING = /^-?0*(?:[.,]0*)?$/
