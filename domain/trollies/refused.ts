import { numberText } from '#domain/plain-text.ts'
import { TEMPLATE_ITEMS_MAX } from '#domain/templates/template.ts'
import { LINES_MAX, QUANTITY_MAX } from '#domain/trolly.ts'

// Apart from the rules that refuse, which a visitor's page does not load.

export type RefusedCode =
  | 'trolly_unknown'
  | 'trolly_closed'
  | 'trolly_held'
  | 'checkout_under_way'
  | 'decision_needed'
  | 'quantity_out_of_range'
  | 'too_many_lines'
  | 'allergens_not_confirmed'
  | 'template_unknown'
  | 'template_deleted'
  | 'template_held'
  | 'too_many_items'

export class OperationRefused extends Error {
  readonly code: RefusedCode
  constructor(code: RefusedCode) {
    super(`The operation was refused: ${code}`)
    this.name = 'OperationRefused'
    this.code = code
  }
}

export const REFUSED_TEXT: Record<RefusedCode, string> = {
  trolly_unknown: 'This trolly is not on this device.',
  trolly_closed: 'This trolly is closed. Start a new one.',
  trolly_held: 'This trolly is waiting for your decision.',
  checkout_under_way: 'This order is being placed. You can’t change it until we hear back.',
  decision_needed: 'Something needs your decision first.',
  quantity_out_of_range: `Enter a quantity from 1 to ${numberText(QUANTITY_MAX)}.`,
  too_many_lines: `A trolly can hold up to ${numberText(LINES_MAX)} lines. Start another one.`,
  allergens_not_confirmed: 'Its allergens have changed. Choose it again to see what it adds.',
  template_unknown: 'This template is not on this device.',
  template_deleted: 'This template was deleted. Restore it first.',
  template_held: 'This template is waiting for your decision.',
  too_many_items: `A template can hold up to ${TEMPLATE_ITEMS_MAX} products.`,
}
