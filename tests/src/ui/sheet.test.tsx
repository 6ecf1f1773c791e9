import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import { ThemeProvider } from '#src/ui/theme/theme-provider.tsx'

/** The page is in #root, as in index.html; sheets are beside it. */
let root: HTMLElement
beforeEach(() => {
  root = document.createElement('div')
  root.id = 'root'
  document.body.append(root)
})
afterEach(() => root.remove())

function Page() {
  const [open, setOpen] = useState(false)
  const [second, setSecond] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title="Delivery day">
        <button type="button" onClick={() => setSecond(true)}>
          Second
        </button>
      </Sheet>
      <Sheet open={second} onClose={() => setSecond(false)} title="Address">
        text
      </Sheet>
    </>
  )
}

describe('Sheet', () => {
  it('takes the focus, makes the page inert, and restores both', async () => {
    render(<Page />, { container: root, wrapper: ThemeProvider })
    const opener = screen.getByRole('button', { name: 'Open' })
    await userEvent.click(opener)
    const sheet = await screen.findByRole('dialog', { name: 'Delivery day' })
    await waitFor(() => expect(document.activeElement).toBe(sheet))
    expect(root.hasAttribute('inert')).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(root.hasAttribute('inert')).toBe(false)
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })

  it('closes only the topmost on Esc, wherever the focus is', async () => {
    render(<Page />, { container: root, wrapper: ThemeProvider })
    await userEvent.click(screen.getByRole('button', { name: 'Open' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Second' }))
    await screen.findByRole('dialog', { name: 'Address' })
    ;(document.activeElement as HTMLElement).blur()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('dialog', { name: 'Address' })).toBeNull()
    expect(screen.getByRole('dialog', { name: 'Delivery day' })).toBeDefined()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
