import { integerCell, momentCell, patternCell } from './cells.ts'
import type { Field, ImportKind } from './fields.ts'
import { ORDER_NO_AT_MOST } from './invoice-kinds.ts'
import { namedOnce, weights } from './shared-fields.ts'

/** `100234=2` as product and count; a product number may hold the mark itself. */
export const countsOf = (texts: readonly string[]): Map<string, number> =>
  new Map(
    texts.map((text) => {
      const at = text.lastIndexOf('=')
      return [text.slice(0, at).trim(), Number(text.slice(at + 1))]
    }),
  )

const moment = (column: string, property: string, meaning: string): Field => ({
  column,
  property,
  read: momentCell,
  empty: null,
  meaning,
})

export const deliveries: ImportKind = {
  key: ['orderNo'],
  references: [],
  fields: [
    {
      column: 'order_no',
      property: 'orderNo',
      read: integerCell(1, ORDER_NO_AT_MOST),
      required: true,
      meaning: 'The order.',
    },
    moment('picking_at', 'pickingAt', 'When picking began: `2026-12-24 06:30` in London, or with an offset.'),
    moment('dispatched_at', 'dispatchedAt', 'When it left.'),
    {
      column: 'short',
      read: patternCell(
        /^.{1,40} ?= ?\d{1,7}(?:\.0*)?$/,
        'a product and how many are missing, such as 100234=2',
      ),
      list: { most: 1000 },
      empty: [],
      meaning:
        'What was missing when it was picked, before it leaves: `100234=2|100777=1`. Customers see it; `delivered` then counts.',
    },
    moment('delivered_at', 'deliveredAt', 'When it was delivered or collected.'),
    {
      column: 'delivered',
      read: patternCell(
        /^.{1,40} ?= ?\d{1,7}(?:\.0*)?$/,
        'a product and how many were delivered, such as 100234=2',
      ),
      list: { most: 1000 },
      empty: [],
      meaning: 'What was delivered of each product that was short: `100234=2|100777=0`; the rest came whole.',
    },
    weights,
  ],
  contradictions: namedOnce('short', 'delivered', 'weights'),
}
