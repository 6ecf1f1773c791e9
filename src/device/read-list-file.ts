/// <reference path="./papaparse.d.ts" />
import Papa from 'papaparse'
import {
  isWorkbook,
  LIST_FILE_BYTES_MAX,
  type ListLines,
  linesOfCells,
  linesOfRows,
  listTextOf,
} from '#domain/list-file.ts'

export type ListFile = (ListLines & { problem?: undefined }) | { problem: 'tooBig' | 'notText' }

/** @returns a line for each product of a table that names its columns; otherwise the file's lines as they are */
export const readListFile = async (file: File): Promise<ListFile> => {
  if (file.size > LIST_FILE_BYTES_MAX) return { problem: 'tooBig' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (isWorkbook(bytes)) {
    // Few lists come as a workbook, and its reader is as long as the rest of a page.
    const { readWorkbook } = await import('./read-workbook.ts')
    const rows = await readWorkbook(file)
    if (rows === undefined) return { problem: 'notText' }
    return linesOfRows(rows) ?? { lines: linesOfCells(rows), leftOut: 0 }
  }
  const text = listTextOf(bytes)
  if (text === undefined) return { problem: 'notText' }
  for (const delimiter of DELIMITERS) {
    const { data, errors } = Papa.parse(text, { delimiter, skipEmptyLines: 'greedy' })
    // A quote that is never closed would swallow the rows after it.
    const list = errors.some(({ type }) => type === 'Quotes') ? undefined : linesOfRows(data)
    if (list) return list
  }
  return { lines: text.split(/[\r\n]+/).filter((line) => line.trim() !== ''), leftOut: 0 }
}

/** Papa's own guess goes by the first rows, which may be a title. Only the right one splits the header. */
const DELIMITERS = [',', ';', '\t', '|']
