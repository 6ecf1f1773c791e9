import { afterEach, describe, expect, it } from 'vitest'
import { hasUnsavedInput } from '#src/features/updates/reload/unsaved-input.ts'

afterEach(() => {
  document.body.innerHTML = ''
})

describe('input that a reload would lose', () => {
  it.each([
    ['text that was typed', '<input value="">', 'tea'],
    ['text that was cleared', '<input value="tea">', ''],
    ['a number', '<input type="number" value="1">', '12'],
    ['a note', '<textarea>back door</textarea>', 'side door'],
  ])('is %s', (_, html, typed) => {
    document.body.innerHTML = `<form>${html}</form>`
    expect(hasUnsavedInput(document)).toBe(false)
    const field = document.querySelector<HTMLInputElement>('input, textarea')
    if (field) field.value = typed
    expect(hasUnsavedInput(document)).toBe(true)
  })

  it('is whatever is in the focused field, saved or not', () => {
    document.body.innerHTML = '<input value="3">'
    document.querySelector('input')?.focus()
    expect(hasUnsavedInput(document)).toBe(true)
    document.querySelector('input')?.blur()
    expect(hasUnsavedInput(document)).toBe(false)
  })

  it.each([
    ['an empty field that has the focus', '<input>', () => {}],
    ['a tick', '<input type="checkbox">', (field: HTMLInputElement) => field.click()],
    ['a choice', '<select><option>a</option><option>b</option></select>', () => {}],
    ['a button', '<input type="submit" value="Send">', () => {}],
    [
      'a hidden field set by a script',
      '<input type="hidden">',
      (field: HTMLInputElement) => (field.value = '2'),
    ],
  ])('is not %s', (_, html, change) => {
    document.body.innerHTML = html
    const field = document.querySelector<HTMLInputElement>('input, select')
    field?.focus()
    if (field) change(field)
    expect(hasUnsavedInput(document)).toBe(false)
  })
})
