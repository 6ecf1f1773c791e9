import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentType, lazy, type ReactNode, useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { LateSheet, Sheet } from '#src/ui/surface/sheet.tsx'
import { ThemeProvider } from '#src/ui/theme/theme-provider.tsx'

beforeEach(() => {
  // React reports what an error boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const lost = (): ComponentType => lazy(() => Promise.reject(new Error('Not found')))

describe('a part that cannot be loaded', () => {
  it('says so in its sheet, which can be closed', async () => {
    const Content = lost()
    render(<Opener content={<Content />} />, { wrapper: ThemeProvider })
    await userEvent.click(screen.getByRole('button', { name: 'Open' }))
    expect((await screen.findByRole('alert')).textContent).toContain('This could not be loaded.')
    expect(screen.getByRole('dialog', { name: 'Days' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is said over the page where the whole sheet is missing', async () => {
    const Missing = lost()
    const onClose = vi.fn()
    render(
      <LateSheet open onClose={onClose}>
        <Missing />
      </LateSheet>,
      { wrapper: ThemeProvider },
    )
    expect((await screen.findByRole('alert')).textContent).toContain('This could not be loaded.')
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(onClose).toHaveBeenCalled()
  })
})

function Opener({ content }: { content: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title="Days">
        {content}
      </Sheet>
    </>
  )
}
