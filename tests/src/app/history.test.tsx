import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { BrowserRouter, Link, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useScrollMemory } from '#src/app/scroll-memory.ts'
import { BackStack } from '#src/ui/surface/back-stack.ts'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import { ThemeProvider } from '#src/ui/theme/theme-provider.tsx'

/** A page with a sheet that contains another, and a link to the next page, in a real history. */
function Page() {
  const [open, setOpen] = useState<number>(0)
  const { pathname } = useLocation()
  useScrollMemory()
  return (
    <>
      <p>{pathname}</p>
      <button type="button" onClick={() => setOpen(1)}>
        Open
      </button>
      <Link to="/next">Next</Link>
      <Sheet open={open > 0} onClose={() => setOpen(0)} title="First">
        <button type="button" onClick={() => setOpen(2)}>
          Deeper
        </button>
        <Link to="/next" onClick={() => setOpen(0)}>
          Leave
        </Link>
      </Sheet>
      <Sheet open={open > 1} onClose={() => setOpen(1)} title="Second">
        text
      </Sheet>
    </>
  )
}

function setUp() {
  return render(
    <BrowserRouter>
      <BackStack />
      <ThemeProvider env="test">
        <Page />
      </ThemeProvider>
    </BrowserRouter>,
  )
}

const goBack = () => act(() => window.history.back())
const openSheets = () =>
  screen.queryAllByRole('dialog').map((sheet) => sheet.querySelector('h2')?.textContent)
const click = (name: string) => userEvent.click(screen.getByText(name))
const openSheet = async () => {
  await click('Open')
  // The first sheet loads its script.
  await waitFor(() => expect(openSheets()).toEqual(['First']))
}

beforeEach(() => {
  window.history.pushState(null, '', '/page')
  sessionStorage.clear()
})

describe('going back', () => {
  it('closes an open sheet and stays on the page', async () => {
    setUp()
    const before = window.history.length
    await openSheet()
    goBack()
    await waitFor(() => expect(openSheets()).toEqual([]))
    expect(screen.getByText('/page')).toBeDefined()
    await openSheet()
    goBack()
    await waitFor(() => expect(openSheets()).toEqual([]))
    expect(window.history.length).toBe(before + 1)
  })

  it('for a closed sheet leaves a sheet opened meanwhile open', async () => {
    setUp()
    // The browser is slow to go back.
    const go = window.history.go.bind(window.history)
    let goOn = () => {}
    const steps = vi.spyOn(window.history, 'go').mockImplementationOnce((by) => {
      goOn = () => go(by)
    })
    await openSheet()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(steps).toHaveBeenCalled())
    await openSheet()
    const stepped = new Promise((done) => window.addEventListener('popstate', done, { once: true }))
    goOn()
    await act(() => stepped)
    expect(openSheets()).toEqual(['First'])
    goBack()
    await waitFor(() => expect(openSheets()).toEqual([]))
    expect(screen.getByText('/page')).toBeDefined()
  })

  it('closes the topmost of several sheets, then the next', async () => {
    setUp()
    await openSheet()
    await click('Deeper')
    goBack()
    await waitFor(() => expect(openSheets()).toEqual(['First']))
    goBack()
    await waitFor(() => expect(openSheets()).toEqual([]))
    expect(screen.getByText('/page')).toBeDefined()
  })

  it('from a page opened from a sheet returns to the page below in one step', async () => {
    setUp()
    await openSheet()
    await click('Leave')
    expect(screen.getByText('/next')).toBeDefined()
    goBack()
    await waitFor(() => expect(screen.getByText('/page')).toBeDefined())
    await waitFor(() => expect(window.history.state?.usr?.overlay).toBeUndefined())
    expect(openSheets()).toEqual([])
  })

  it('leaves nothing behind of a sheet closed by hand', async () => {
    setUp()
    await click('Next')
    await openSheet()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(window.history.state?.usr?.overlay).toBeUndefined())
    goBack()
    await waitFor(() => expect(screen.getByText('/page')).toBeDefined())
  })
})

describe('the scroll position', () => {
  afterEach(() => vi.unstubAllGlobals())

  const scrollTo = (place: number) => {
    Object.defineProperty(window, 'scrollY', { value: place, configurable: true })
    window.dispatchEvent(new Event('scroll'))
  }

  it('is the top of a new page, and is restored on going back', async () => {
    Object.defineProperty(document.documentElement, 'scrollHeight', { value: 5000, configurable: true })
    const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
    setUp()
    act(() => scrollTo(700))
    await click('Next')
    expect(scroll).toHaveBeenLastCalledWith(0, 0)
    act(() => scrollTo(120))
    goBack()
    await waitFor(() => expect(screen.getByText('/page')).toBeDefined())
    expect(scroll).toHaveBeenLastCalledWith(0, 700)
    scroll.mockRestore()
  })

  it('is restored once the page is long enough, unless someone has touched it', async () => {
    const grown: (() => void)[] = []
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(tell: () => void) {
          grown.push(tell)
        }
        observe(): void {}
        disconnect(): void {
          grown.length = 0
        }
      },
    )
    const heightOf = (value: number) =>
      Object.defineProperty(document.documentElement, 'scrollHeight', { value, configurable: true })
    const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
    setUp()
    for (const isTouched of [false, true]) {
      act(() => scrollTo(700))
      await click('Next')
      act(() => scrollTo(0))
      heightOf(200)
      goBack()
      await waitFor(() => expect(screen.getByText('/page')).toBeDefined())
      scroll.mockClear()
      if (isTouched) act(() => void window.dispatchEvent(new Event('pointerdown')))
      heightOf(5000)
      for (const tell of [...grown]) tell()
      expect(scroll.mock.calls).toEqual(isTouched ? [] : [[0, 700]])
    }
    scroll.mockRestore()
  })

  it('is not restored from another page that the tab had loaded', async () => {
    Object.defineProperty(document.documentElement, 'scrollHeight', { value: 5000, configurable: true })
    const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
    const load = (path: string) => {
      window.history.pushState(null, '', path)
      return setUp()
    }
    const { unmount } = load('/page')
    act(() => scrollTo(700))
    unmount()
    scroll.mockClear()
    const other = load('/other')
    expect(scroll).not.toHaveBeenCalled()
    act(() => scrollTo(120))
    other.unmount()
    load('/page')
    expect(scroll).toHaveBeenLastCalledWith(0, 700)
    scroll.mockRestore()
  })

  it('does not move when a sheet opens or closes', async () => {
    const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
    Object.defineProperty(document.documentElement, 'scrollHeight', { value: 5000, configurable: true })
    setUp()
    act(() => scrollTo(700))
    scroll.mockClear()
    await openSheet()
    goBack()
    await waitFor(() => expect(openSheets()).toEqual([]))
    expect(scroll.mock.calls.every(([, top]) => (top as unknown) === 700)).toBe(true)
    scroll.mockRestore()
  })
})
