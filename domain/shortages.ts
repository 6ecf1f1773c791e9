import { countText } from './plain-text.ts'

type OrderedLine = {
  name: string
  quantity: number
  /** null or missing: not delivered yet. */
  deliveredQuantity?: number | null
  /** What was missing when it was picked. */
  shortQuantity?: number | null | undefined
  position?: number | undefined
  /** Set on a substitute only: the position of the line it stands in for. */
  standsFor?: number | null | undefined
  substitution?: { kind: string } | null | undefined
}

/** How many of a line are missing, as far as it is known: before the delivery, what was short when it was picked. */
export const shortOf = ({ quantity, deliveredQuantity = null, shortQuantity }: OrderedLine): number =>
  deliveredQuantity === null ? (shortQuantity ?? 0) : Math.max(0, quantity - deliveredQuantity)

/** `1 short: Lemons; Limes instead`, `1 short: Lemons; to follow`, `3 lines short: Lemons and 2 more`; '' where nothing is. */
export const shortText = (lines: readonly OrderedLine[]): string => {
  const short = lines.filter((line) => shortOf(line) > 0)
  const [first] = short
  if (first === undefined) return ''
  return short.length === 1
    ? [`${shortOf(first)} short: ${first.name}`, ...decided(first, lines)].join('; ')
    : `${countText(short.length, 'line')} short: ${first.name} and ${short.length - 1} more`
}

const decided = (line: OrderedLine, lines: readonly OrderedLine[]): string[] => {
  const instead = lines.filter(
    ({ standsFor }) => typeof standsFor === 'number' && standsFor === line.position,
  )
  if (instead.length > 0) return [`${instead.map(({ name }) => name).join(', ')} instead`]
  return line.substitution?.kind === 'wait' ? ['to follow'] : []
}
