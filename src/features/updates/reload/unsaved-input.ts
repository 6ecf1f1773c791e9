type TextField = HTMLInputElement | HTMLTextAreaElement

/**
 * Whether a field with the focus, or one changed from its default, holds unsaved text: a reload would lose it even
 * without a lock. Ignores ticks and choices, which are quick to repeat and which React leaves looking changed.
 */
export function hasUnsavedInput(document: Document): boolean {
  const focused = document.activeElement
  if (isTextField(focused) && focused.value !== '') return true
  return [...document.querySelectorAll('input, textarea')].some(
    (field) => isTextField(field) && field.value !== field.defaultValue,
  )
}

const TEXTLESS = ['button', 'checkbox', 'file', 'hidden', 'image', 'radio', 'reset', 'submit']

const isTextField = (element: Element | null): element is TextField =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && !TEXTLESS.includes(element.type))
