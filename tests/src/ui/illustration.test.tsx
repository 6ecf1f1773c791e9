import { render, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Illustration } from '#src/ui/animation/illustration.tsx'
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

it.each([0, -1, Number.NaN])('rejects a speed of %d', (speed) => {
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
