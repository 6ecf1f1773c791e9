import { countText, type NameOf } from '#domain/operations/words.ts'
import type { TemplateVisibility } from '#domain/templates/template.ts'
import type { TemplateOperation, TemplateRefusal } from './operation.ts'

export const VISIBILITY_TEXT: Record<TemplateVisibility, string> = {
  private: 'Private',
  shared: 'Shared',
}

/** Who sees a template. */
export const VISIBILITY_HINT: Record<TemplateVisibility, string> = {
  private: 'Only you can see it.',
  shared: 'Everyone who orders for this account can see and change it.',
}

export const templateText = (operation: TemplateOperation, nameOf: NameOf): string =>
  TEXTS[operation.kind](operation as never, nameOf)

type Texts = {
  [Kind in TemplateOperation['kind']]: (
    of: Extract<TemplateOperation, { kind: Kind }>,
    nameOf: NameOf,
  ) => string
}

const TEXTS: Texts = {
  create: ({ name, items }) => `Create “${name}”, ${countText(items.length, 'product')}`,
  details: ({ changes }) => detailsText(changes),
  delete: () => 'Delete the template',
  restore: () => 'Restore the template',
  addItem: ({ product_no }, nameOf) => `Add ${nameOf(product_no)}`,
  setItem: ({ product_no, settings }, nameOf) => `${settingsText(settings)} ${nameOf(product_no)}`,
  removeItem: ({ product_no }, nameOf) => `Remove ${nameOf(product_no)}`,
  restoreItem: ({ product_no }, nameOf) => `Put back ${nameOf(product_no)}`,
}

const detailsText = ({ name, visibility }: { name?: string; visibility?: TemplateVisibility }): string =>
  [
    ...(name === undefined ? [] : [`Rename to “${name}”`]),
    ...(visibility === undefined ? [] : [visibility === 'shared' ? 'Share it' : 'Make it private']),
  ].join(', ')

const settingsText = (settings: object): string =>
  'position' in settings
    ? 'Move'
    : 'parLevel' in settings
      ? 'Change the par level of'
      : 'Note the quantity of'

/** The question of a refused change and its answers; null where repeating it would be refused again. */
export const templateQuestion = (
  operation: TemplateOperation,
  { code, message, template }: TemplateRefusal,
): { question: string; theirs: string; mine: string | null } => {
  if (operation.kind === 'details' && template) {
    const { name, visibility } = operation.changes
    const isName = name !== undefined && name !== template.name
    return isName
      ? {
          question: `“${template.name}” on the other device, “${name}” on this device`,
          theirs: `Keep “${template.name}”`,
          mine: `Use “${name}”`,
        }
      : {
          question: `${VISIBILITY_TEXT[template.visibility]} on the other device${
            visibility ? `, ${VISIBILITY_TEXT[visibility].toLowerCase()} on this device` : ''
          }`,
          theirs: 'Keep theirs',
          mine: 'Use mine',
        }
  }
  if (code === 'too_old') return { question: message, theirs: 'It arrived', mine: 'Send it again' }
  return { question: message, theirs: 'Discard', mine: FINAL_CODES.includes(code) ? null : 'Try again' }
}

const FINAL_CODES = [
  'product_not_found',
  'too_many_items',
  'template_exists',
  'customer_not_found',
  'forbidden',
]

/** Why a template's changes are on hold, and what can be done. */
export const templateHeld = ({
  code,
  message,
}: TemplateRefusal): { question: string; again: string | null } => {
  if (code === 'template_deleted')
    return {
      question: 'This template was deleted on another device.',
      again: 'Restore it with my changes',
    }
  if (code === 'template_not_found')
    return { question: 'This template no longer exists, or is no longer shared with you.', again: null }
  return { question: message, again: 'Check and send again' }
}
