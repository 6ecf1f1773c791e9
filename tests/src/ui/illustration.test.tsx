import { render, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Illustration, playbackOf } from '#src/ui/animation/illustration.tsx'
import { ThemeProvider } from '#src/ui/theme/theme-provider.tsx'

it('leaves its place empty if the animation cannot be loaded', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const source = vi.fn(() => Promise.reject(new Error('no signal')))
  const { container } = render(
    <ThemeProvider env="test">
      <Illustration source={source} />
      <p>the page</p>
    </ThemeProvider>,
  )
  await waitFor(() => expect(errors).toHaveBeenCalled())
  errors.mockRestore()
  expect(container.textContent).toBe('the page')
})

it('plays forward at speed 1, in a loop and by itself, unless told otherwise', () => {
  expect(playbackOf({})).toEqual({ direction: 'forward', speed: 1, loop: true, autoplay: true })
  expect(playbackOf({ direction: 'reverse', speed: 0.5, doNotLoop: true })).toEqual({
    direction: 'reverse',
    speed: 0.5,
    loop: false,
    autoplay: true,
  })
})

it.each([0, -1, Number.NaN])('refuses a speed of %d: it must be above 0', (speed) => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(() =>
    render(
      <ThemeProvider env="test">
        <Illustration source={() => Promise.resolve({})} speed={speed} />
      </ThemeProvider>,
    ),
  ).toThrow(RangeError)
  errors.mockRestore()
})
