import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dropUnheardEvents } from '#src/app/unheard-events.ts'

/** A page of its own, since the files of a worker share the window. */
const page = document.createElement('div')
dropUnheardEvents(page)
beforeEach(() => document.body.append(page))
afterEach(() => page.remove())
const container = () => page.appendChild(document.createElement('div'))

it('keeps hovering by a finger from React, but no event of a mouse and no click', () => {
  const heard = vi.fn()
  render(
    <button
      type="button"
      onMouseMove={() => heard('mousemove')}
      onPointerEnter={() => heard('pointerenter')}
      onMouseDown={() => heard('mousedown')}
      onClick={() => heard('click')}
    >
      Wednesday
    </button>,
    { container: container() },
  )
  const button = screen.getByRole('button')
  const fromFinger = (type: string) =>
    Object.assign(new MouseEvent(type, { bubbles: true }), { sourceCapabilities: { firesTouchEvents: true } })

  fireEvent(button, fromFinger('mousemove'))
  fireEvent(button, Object.assign(new Event('pointerover', { bubbles: true }), { pointerType: 'touch' }))
  expect(heard).not.toHaveBeenCalled()
  fireEvent(button, fromFinger('mousedown'))
  fireEvent(button, fromFinger('click'))
  fireEvent.mouseMove(button)
  fireEvent(button, Object.assign(new Event('pointerover', { bubbles: true }), { pointerType: 'mouse' }))
  expect(heard.mock.calls.flat()).toEqual(['mousedown', 'click', 'mousemove', 'pointerenter'])
})

it('keeps the start of a transition from React, but not its end', () => {
  const heard = vi.fn()
  render(
    <p onTransitionStart={() => heard('start')} onTransitionEnd={() => heard('end')}>
      Wednesday
    </p>,
    { container: container() },
  )
  const words = screen.getByText('Wednesday')
  words.dispatchEvent(new Event('transitionstart', { bubbles: true }))
  words.dispatchEvent(new Event('transitionend', { bubbles: true }))
  expect(heard.mock.calls.flat()).toEqual(['end'])
})
