import { TEMPLATE_POSITION_MAX } from '#domain/templates/template.ts'
import type { TemplateItem } from './template.ts'

type Placed = Pick<TemplateItem, 'product_no' | 'position'>

export const lastPosition = (items: readonly Placed[]): number =>
  Math.min(Math.max(0, ...items.map(({ position }) => position)) + 1, TEMPLATE_POSITION_MAX)

/** Usually one new position, the neighbours' mean (decision 21); too close together, all. @param beforeId null: first */
export const positionsToMove = (items: readonly Placed[], id: string, beforeId: string | null): Placed[] => {
  const moving = items.find(({ product_no }) => product_no === id)
  if (!moving) return []
  const others = items.filter((item) => item !== moving)
  const place = beforeId === null ? 0 : others.findIndex(({ product_no }) => product_no === beforeId) + 1
  const order = others.toSpliced(place, 0, moving)
  if (order.every((item, index) => item === items[index])) return []
  const before = others[place - 1]?.position
  const after = others[place]?.position
  const position = between(before, after)
  const fits =
    (before === undefined || position > before) &&
    (after === undefined || position < after) &&
    Math.abs(position) <= TEMPLATE_POSITION_MAX
  if (fits) return [{ product_no: id, position }]
  return order
    .map(({ product_no }, index) => ({ product_no, position: index + 1 }))
    .filter(({ product_no, position: next }) =>
      items.every((item) => item.product_no !== product_no || item.position !== next),
    )
}

const between = (before: number | undefined, after: number | undefined): number => {
  if (before === undefined) return (after ?? 2) - 1
  return after === undefined ? before + 1 : (before + after) / 2
}
