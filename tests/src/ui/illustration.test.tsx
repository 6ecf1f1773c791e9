import { render, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Illustration } from '#src/ui/animation/illustration.tsx'
import animation from '#src/ui/animation/page-not-found.json' with { type: 'json' }
import { recolourBlack } from '#src/ui/animation/recolour.ts'
import { ThemeProvider } from '#src/ui/theme/theme-provider.tsx'

const BLUE = [0, 0.27, 0.49] as const

it('gives black strokes and fills the company colour and leaves the others', () => {
  const text = JSON.stringify(recolourBlack(animation, BLUE))
  expect(text).not.toContain('"c":{"a":0,"k":[0,0,0')
  expect(text).toContain('"c":{"a":0,"k":[0,0.27,0.49,1]}')
  expect(text).toContain('"c":{"a":0,"k":[0.6,0.64,0.68,1]}')
})

it('recolours black in key frames too', () => {
  const source = {
    c: {
      a: 1,
      k: [
        { t: 0, s: [0, 0, 0, 1] },
        { t: 9, s: [1, 0, 0, 1] },
      ],
    },
  }
  expect(recolourBlack(source, BLUE)).toEqual({
    c: {
      a: 1,
      k: [
        { t: 0, s: [...BLUE, 1] },
        { t: 9, s: [1, 0, 0, 1] },
      ],
    },
  })
})

it('leaves its place empty where the animation cannot be loaded', async () => {
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

it.each([0, -1, Number.NaN])('refuses a speed of %d', (speed) => {
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
