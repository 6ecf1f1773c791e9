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
const touch = (selector: string, pointerType = 'touch') =>
  fireEvent(at(selector), Object.assign(new Event('pointerdown', { bubbles: true }), { pointerType }))
const lift = (selector: string, detail = 1) => fireEvent.click(at(selector), { detail })

it('presses what the finger touched when the page moved under it', () => {
  touch('#day span')
  lift('#order')
  expect(pressed).toEqual(['day'])
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
  touch('#label', 'mouse')
  lift('#order')
  touch('#label')
  lift('#order', 0)
  touch('#label')
  fireEvent(at('#label'), new Event('pointercancel', { bubbles: true }))
  lift('#order')
  expect(pressed).toEqual(['order', 'order', 'order', 'order'])
})
