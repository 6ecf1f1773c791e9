import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { QuantityBox } from '#src/ui/list/quantity-box.tsx'
import { CountBadge } from '#src/ui/status/count-badge.tsx'

const animate = vi.fn()
Element.prototype.animate = animate
const usual = window.matchMedia

afterEach(() => {
  animate.mockClear()
  window.matchMedia = usual
})

const reduceMotion = () => {
  window.matchMedia = (query) => ({ ...usual(query), matches: query.includes('reduce') })
}

const aCount = (count: number) => <CountBadge count={count} of="lines" className="count" />

test('a count animates when it changes, but not when it appears', () => {
  const { rerender } = render(aCount(3))
  rerender(aCount(3))
  expect(animate).not.toHaveBeenCalled()
  rerender(aCount(4))
  expect(animate).toHaveBeenCalledOnce()
  expect(screen.getByText('4').className).toBe('count')
})

test('a quantity rolls into place within 150 ms', () => {
  render(<QuantityBox name="Milk" value={2} onChange={() => {}} />)
  fireEvent.click(screen.getByRole('button', { name: 'One more of Milk' }))
  expect(animate).toHaveBeenCalledExactlyOnceWith(
    expect.anything(),
    expect.objectContaining({ duration: 150 }),
  )
})

test('nothing moves with reduced motion', () => {
  reduceMotion()
  const { rerender } = render(aCount(3))
  rerender(aCount(4))
  render(<QuantityBox name="Milk" value={2} onChange={() => {}} />)
  fireEvent.click(screen.getByRole('button', { name: 'One more of Milk' }))
  expect(animate).not.toHaveBeenCalled()
})
