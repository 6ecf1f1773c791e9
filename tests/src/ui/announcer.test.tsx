import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Announcer, announce, forgetAnnounced } from '#src/ui/status/announcer.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

test('each announcement stays for some seconds', () => {
  render(<Announcer />)
  const region = screen.getByRole('log')
  act(() => announce('1 of Double Cream'))
  act(() => void vi.advanceTimersByTime(3000))
  act(() => announce('2 of Double Cream'))
  expect(region.textContent).toBe('1 of Double Cream2 of Double Cream')
  act(() => void vi.advanceTimersByTime(2000))
  expect(region.textContent).toBe('2 of Double Cream')
  act(() => void vi.advanceTimersByTime(3000))
  expect(region.textContent).toBe('')
})

test('leaving a page clears its announcements, but not later ones', () => {
  render(<Announcer />)
  const region = screen.getByRole('log')
  act(() => announce('The order number is 110216'))
  act(() => forgetAnnounced())
  expect(region.textContent).toBe('')
  act(() => announce('Home'))
  expect(region.textContent).toBe('Home')
})
