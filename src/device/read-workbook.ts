import { readSheet } from 'read-excel-file/browser'

/** The first sheet of an Excel workbook (.xlsx), each cell as text. @returns undefined if it cannot be read */
export const readWorkbook = async (file: File): Promise<string[][] | undefined> => {
  const rows = await readSheet(file).catch(() => undefined)
  return rows?.map((row) => row.map(textOf))
}

const textOf = (cell: unknown): string =>
  cell instanceof Date
    ? cell.toISOString().slice(0, 10)
    : cell === null || cell === undefined
      ? ''
      : String(cell)
