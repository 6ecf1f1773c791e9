import { act, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { HidingMenus } from '#src/app/layouts/hiding-menus.tsx'
import { DEFAULT_SETTINGS } from '#src/store/device/browser-settings.ts'

const scrollTo = (y: number) =>
  act(() => {
    Object.defineProperty(window, 'scrollY', { value: y, configurable: true })
    window.dispatchEvent(new Event('scroll'))
  })
const menus = () => document.documentElement.dataset.menus

afterEach(() => scrollTo(0))

it('menus stay in view while scrolling unless the person wants otherwise', () => {
  expect(DEFAULT_SETTINGS.alwaysShowNavigationMenus).toBe(true)
})

it('menus hide on the way down, and are back on the way up, at the top and on the next page', () => {
  const { unmount } = render(<HidingMenus />)
  expect(menus()).toBeUndefined()
  scrollTo(100)
  expect(menus()).toBeUndefined()
  scrollTo(600)
  scrollTo(900)
  expect(menus()).toBe('hidden')
  scrollTo(850)
  scrollTo(700)
  expect(menus()).toBeUndefined()
  scrollTo(750)
  scrollTo(1_000)
  expect(menus()).toBe('hidden')
  scrollTo(0)
  expect(menus()).toBeUndefined()
  scrollTo(1_000)
  scrollTo(1_200)
  unmount()
  expect(menus()).toBeUndefined()
})
