import { fireEvent } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { pressWhatWasTouched } from '#src/app/finger-presses.ts'

/** A page of its own, since the files of a worker share the window. */
const page = document.createElement('div')
pressWhatWasTouched(page)
let pressed: string[]

beforeEach(() => {
  pressed = []
  page.innerHTML =
    '<button id="day"><span>Fri</span></button><button id="order">Order</button><label id="label"><input id="box" type="checkbox"></label>'
  document.body.append(page)
  for (const control of page.querySelectorAll('[id]'))
    control.addEventListener('click', ({ target }) => {
      if (target === control || control.contains(target as Element)) pressed.push(control.id)
    })
  return () => page.remove()
})

const at = (selector: string): Element => page.querySelector(selector) ?? expect.fail(selector)
type Pointer = { pointerId?: number; pointerType?: string; isPrimary?: boolean }
const send = (
  selector: string,
  type: string,
  { detail = 0, ...pointer }: Pointer & { detail?: number } = {},
) => {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, detail })
  fireEvent(at(selector), Object.assign(event, { pointerId: 1, pointerType: 'touch', ...pointer }))
}
const touch = (selector: string, pointer: Pointer = { isPrimary: true }) =>
  send(selector, 'pointerdown', pointer)
const lift = (selector: string, { detail = 1, ...pointer }: Pointer & { detail?: number } = {}) =>
  send(selector, 'click', { detail, ...pointer })

it('presses what the finger touched when the page moved under it', () => {
  touch('#day span')
  lift('#order')
  expect(pressed).toEqual(['day'])
})

it('presses what each of two fingers touched', () => {
  touch('#day span')
  touch('#order', { pointerId: 2 })
  lift('#label')
  lift('#label', { pointerId: 2 })
  expect(pressed).toEqual(['day', 'order'])
})

it('leaves an ordinary press alone, and that of a label and its field', () => {
  touch('#day span')
  lift('#day')
  touch('#label')
  lift('#label')
  expect(pressed).toEqual(['day', 'label', 'box', 'label'])
})

it('leaves a press alone whose control is gone, that of a mouse, and that of a key after a scroll', () => {
  touch('#day span')
  at('#day').remove()
  lift('#order')
  touch('#label', { pointerType: 'mouse', isPrimary: true })
  lift('#order')
  touch('#label')
  lift('#order', { detail: 0 })
  touch('#label')
  send('#label', 'pointercancel')
  lift('#order')
  expect(pressed).toEqual(['order', 'order', 'order', 'order'])
})
