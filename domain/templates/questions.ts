import type { TemplateOperation, TemplateRefusal } from './operation.ts'
import { VISIBILITY_TEXT } from './visibility-words.ts'

/** null where repeating the change would be refused again. */
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
