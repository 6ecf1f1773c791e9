import { type Budget, type Figure, isWithin, type Row, ratioOf } from './row.ts'

const HEAD = ['what', 'measured', 'reference in the same run', 'ratio', 'budget', ''] as const

/** The rows as a Markdown table, aligned so that its source is readable too. */
export const tableOf = (rows: readonly Row[]): string => {
  const cells = [HEAD, ...rows.map(cellsOf)]
  const widths = HEAD.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = HEAD, ...body] = cells
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}

const cellsOf = (row: Row): string[] => {
  const ratio = ratioOf(row)
  return [
    row.what + (row.note ? ` (${row.note})` : ''),
    figureText(row.measured),
    row.reference ? `${row.reference.what}: ${figureText(row.reference.figure)}` : '',
    ratio === undefined ? '' : numberText(ratio),
    budgetText(row.budget),
    isWithin(row) ? '✓' : row.watched ? 'over, watched' : 'misses',
  ]
}

const budgetText = (budget: Budget): string => {
  const bound = budget.max === undefined ? `≥ ${numberText(budget.min)}` : `≤ ${numberText(budget.max)}`
  if (budget.of === 'value') return bound
  const { target } = budget
  if (!target) return `ratio ${bound}`
  const shown = 'max' in target ? `≤ ${figureText(target.max)}` : `≥ ${figureText(target.min)}`
  return `ratio ${bound}; target ${shown}`
}

const figureText = ({ value, unit }: Figure): string =>
  unit === 'count' || unit === 'score' ? numberText(value) : `${numberText(value)} ${unit}`

/** Three significant digits. */
const numberText = (value: number): string => {
  if (!Number.isFinite(value)) return '–'
  const decimals = value === 0 ? 0 : Math.max(0, Math.min(3, 2 - Math.floor(Math.log10(Math.abs(value)))))
  return value.toLocaleString('en-GB', { maximumFractionDigits: decimals })
}
