type TextField = HTMLInputElement | HTMLTextAreaElement

/**
 * Whether text was put into a form and is nowhere else yet: in the field that has the focus, or in one that differs from
 * how its form came. A reload that nobody asked for would lose it, lock or none. Ticks and choices do not count: they
 * are soon made again, and React leaves those it controls looking changed for ever.
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
