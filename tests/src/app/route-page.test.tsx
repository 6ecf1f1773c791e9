import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { BrowserRouter, createMemoryRouter, RouterProvider, useNavigate } from 'react-router-dom'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Shell } from '#src/app/layouts/shell.tsx'
import { ShellNavigation } from '#src/app/layouts/shell-navigation.tsx'
import { mainNavigation, moreNavigation } from '#src/app/navigation.ts'
import { type Route, route } from '#src/app/route.ts'
import { RoutePage } from '#src/app/route-page.tsx'
import { NOBODY, type ShellProps, type Tree, TreeProvider } from '#src/app/session.ts'
import { VisitorTree } from '#src/app/visitor/visitor-tree.tsx'
import { lockUserAction } from '#src/ui/action/user-action-lock.ts'
import { SearchField } from '#src/ui/form/search-field.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { QuantityBox } from '#src/ui/list/quantity-box.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { ThemeProvider } from '#src/ui/theme/theme-provider.tsx'
import { fakeApi } from '#tests/support/fake-api.ts'

const ALLOWED = ['/home', '/orders/create-{id}', '/orders/favourites']
const MAIN = mainNavigation({ allowed: ALLOWED, trolly: undefined })
const MORE = moreNavigation(['/other/faq'])
const IN: Tree = {
  session: { user: { id: '1', username: 'Sam', acl_routes_available: ALLOWED } },
  Shell: MemberShell,
}
const OUT = undefined

/** As drawn in the member tree, without its device. */
function MemberShell({ layout, pattern, banner, children }: ShellProps) {
  return (
    <Shell
      layout={layout}
      top={null}
      navigation={
        <ShellNavigation
          main={MAIN}
          more={MORE}
          pattern={pattern}
          settings={{ navigationDrawerExpanded: true, singleKeyShortcuts: true }}
          onChange={() => {}}
          install={null}
          onSignOut={() => {}}
        />
      }
      banners={banner}
      install={null}
    >
      {children}
    </Shell>
  )
}

function InTree({ tree, children }: { tree: Tree | undefined; children: ReactNode }) {
  return (
    <ThemeProvider env="test">
      {tree ? (
        <TreeProvider value={tree}>{children}</TreeProvider>
      ) : (
        <VisitorTree side={NOBODY} api={fakeApi().api} sessions={NO_SERVER}>
          {children}
        </VisitorTree>
      )}
    </ThemeProvider>
  )
}

const NO_SERVER = {
  signIn: () => Promise.reject(new Error('no server')),
  signInBy: () => Promise.reject(new Error('no server')),
  signUp: () => Promise.reject(new Error('no server')),
}

/** Shows its heading on demand. */
function LateScreen() {
  const [ready, setReady] = useState(false)
  return (
    <>
      {ready ? <PageHeader title="Late" /> : null}
      <button type="button" onClick={() => setReady(true)}>
        Ready
      </button>
    </>
  )
}

const screenNamed = (title: string) => async () => ({ Screen: () => <PageHeader title={title} /> })
const ROUTES: Route[] = [
  route('/', 'anon', 'anonymous', screenNamed('Welcome')),
  route('/home', 'user', 'default', screenNamed('Home')),
  route('/orders/create-{id}', 'user', 'default', async () => ({
    Screen: ({ id }: { id: string }) => <PageHeader title={`Trolly ${id}`} />,
  })),
  route('/orders/favourites', 'user', 'default'),
  route('/quantities', 'public', 'default', async () => ({
    Screen: () => (
      <>
        <PageHeader title="Quantities" />
        <SearchField label="Search" value="" onChange={() => {}} />
        <QuantityBox name="Rice" value={1} onChange={() => {}} />
      </>
    ),
  })),
  route('/other/faq', 'public', 'default', screenNamed('Help')),
  route('/late', 'public', 'default', async () => ({ Screen: LateScreen })),
  route('/broken', 'public', 'default', async () => ({
    Screen: () => {
      throw new Error('broken')
    },
  })),
]

/** A page that is held resumes only in an `act` that is awaited. */
async function open(path: string, tree: Tree | undefined) {
  const page = (
    <InTree tree={tree}>
      <RoutePage routes={ROUTES} />
    </InTree>
  )
  const router = createMemoryRouter([{ path: '*', Component: () => page }], { initialEntries: [path] })
  await act(async () => render(<RouterProvider router={router} />))
  return router
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

afterEach(() => {
  vi.restoreAllMocks()
})

describe('the phone’s bar', () => {
  it('marks More for the pages that it leads to', async () => {
    await open('/other/faq', IN)
    await heading('Help')
    const more = screen.getByRole('button', { name: 'More' })
    expect(more.getAttribute('aria-current')).toBe('true')
  })

  it('marks one place only', async () => {
    await open('/orders/create-7', IN)
    await heading('Trolly 7')
    expect(screen.getByRole('button', { name: 'More' }).getAttribute('aria-current')).toBeNull()
  })
})

describe('an address', () => {
  it('shows its screen with its parameters', async () => {
    await open('/orders/create-7', IN)
    await heading('Trolly 7')
    await waitFor(() => expect(document.title).toBe('Trolly 7 · Trolly'))
  })

  it('sends a visitor to the landing page, which remembers it', async () => {
    const router = await open('/orders/create-7?a=1', OUT)
    await heading('Welcome')
    expect(router.state.location).toMatchObject({
      pathname: '/',
      state: { returnTo: '/orders/create-7?a=1' },
    })
  })

  it('responds to shortcuts pressed in a quantity box', async () => {
    const router = await open('/quantities', IN)
    const box = await screen.findByRole('textbox', { name: 'Quantity of Rice' })
    await userEvent.click(box)
    await userEvent.keyboard('/')
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search' }))
    await userEvent.click(box)
    await act(() => userEvent.keyboard('gh'))
    await heading('Home')
    expect(router.state.location.pathname).toBe('/home')
  })

  it('moves the focus to the heading of a new page', async () => {
    const router = await open('/orders/create-7', IN)
    await heading('Trolly 7')
    await act(() => router.navigate('/home'))
    const next = await heading('Home')
    await waitFor(() => expect(document.activeElement).toBe(next))
  })

  it('removes messages about its page when another page opens', async () => {
    const router = await open('/orders/create-7', IN)
    await heading('Trolly 7')
    onTestFinished(() => notifications.clear())
    // Files share their messages, and one of another file's may have come late.
    notifications.clear()
    notifications.show({ message: 'This trolly waits', ofPage: true, showInProduction: true })
    await act(() => router.navigate('/orders/create-7?sheet=1'))
    expect(notifications.current()?.message).toBe('This trolly waits')
    await act(() => router.navigate('/orders/create-8'))
    await heading('Trolly 8')
    expect(notifications.current()).toBeUndefined()
  })

  it('moves the focus to a late heading, unless the person has moved on', async () => {
    const router = await open('/home', IN)
    await heading('Home')
    await act(() => router.navigate('/late'))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
    await userEvent.click(screen.getByRole('button', { name: 'Ready' }))
    const late = await heading('Late')
    expect(document.activeElement).not.toBe(late)
    screen.getByRole('main').focus()
    await act(() => router.navigate('/home'))
    await heading('Home')
    await act(() => router.navigate('/late'))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
    act(() => screen.getByRole('button', { name: 'Ready' }).click())
    await waitFor(async () => expect(document.activeElement).toBe(await heading('Late')))
  })

  it.each([
    ['/nowhere', 'one that is none'],
    ['/orders/favourites', 'one whose screen is not there yet'],
  ])('shows the error view for %s, %s', async (path) => {
    await open(path, IN)
    await heading('Page Not Found')
    expect(screen.getByText('404')).toBeDefined()
    expect(screen.getByText(`Page not found: ${path}`)).toBeDefined()
    expect(screen.getAllByRole('navigation').length).toBeGreaterThan(0)
  })

  it('shows the error view with no navigation but the footer’s links to a visitor', async () => {
    await open('/nowhere', OUT)
    await heading('Page Not Found')
    const [links, ...others] = screen.getAllByRole('navigation')
    expect([links?.getAttribute('aria-label'), others]).toEqual(['About us', []])
  })
})

describe('the error view', () => {
  it('returns to the landing page', async () => {
    const router = await open('/nowhere', OUT)
    const button = await screen.findByRole('button', { name: 'Return Home' })
    await act(() => userEvent.click(button))
    expect(router.state.location.pathname).toBe('/')
  })

  it('disables Return Home and marks it busy during an action', async () => {
    const router = await open('/nowhere', OUT)
    const button = await screen.findByRole('button', { name: 'Return Home' })
    let unlock: () => void = () => {}
    act(() => {
      unlock = lockUserAction()
    })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(button.getAttribute('aria-busy')).toBe('true')
    await userEvent.click(button)
    expect(router.state.location.pathname).toBe('/nowhere')
    act(unlock)
    expect(button.getAttribute('aria-disabled')).toBeNull()
    await act(() => userEvent.click(button))
    expect(router.state.location.pathname).toBe('/')
  })

  it('replaces the whole page when a screen fails while rendering, with the text of section 2', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    await open('/broken', OUT)
    await heading('Page Not Found')
    expect(screen.getByText('The page you are looking for does not exist.')).toBeDefined()
    await waitFor(() => expect(errors).toHaveBeenCalled())
  })

  it('disappears on another page, and returns if that fails too', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const router = await open('/broken', IN)
    await heading('Page Not Found')
    await act(() => router.navigate('/home'))
    await heading('Home')
    await act(() => router.navigate('/broken'))
    await heading('Page Not Found')
    await act(() => router.navigate(-1))
    await heading('Home')
  })
})

describe('the former page', () => {
  const openWith = (readAhead: NonNullable<Tree['readAhead']>) => open('/home', { ...IN, readAhead })

  it('stays until the first data of the next are here', async () => {
    let arrive = (): void => {}
    const readAhead = vi.fn(() => new Promise<void>((resolve) => (arrive = resolve)))
    const router = await openWith(readAhead)
    await heading('Home')
    expect(readAhead).not.toHaveBeenCalled()
    await act(() => router.navigate('/orders/create-7'))
    expect(readAhead).toHaveBeenCalledExactlyOnceWith('/orders/create-7')
    await heading('Home')
    await act(async () => arrive())
    await heading('Trolly 7')
    expect(screen.queryByRole('heading', { name: 'Home' })).toBeNull()
  })

  it('stays while something on it changes, and nothing is read twice', async () => {
    let arrive = (): void => {}
    let change = (): void => {}
    const readAhead = vi.fn(() => new Promise<void>((resolve) => (arrive = resolve)))
    const Changing = () => {
      const [, setCount] = useState(0)
      change = () => setCount((count) => count + 1)
      return (
        <InTree tree={{ ...IN, readAhead }}>
          <RoutePage routes={ROUTES} />
        </InTree>
      )
    }
    const router = createMemoryRouter([{ path: '*', Component: Changing }], { initialEntries: ['/home'] })
    await act(async () => render(<RouterProvider router={router} />))
    await heading('Home')
    await act(() => router.navigate('/orders/create-7'))
    await act(async () => change())
    expect(screen.getByRole('heading', { name: 'Home' })).toBeTruthy()
    await act(async () => arrive())
    await heading('Trolly 7')
    expect(readAhead).toHaveBeenCalledExactlyOnceWith('/orders/create-7')
  })

  it('does not stay for long if they are late or cannot be read', async () => {
    const readAhead = vi
      .fn<(pathname: string) => Promise<void>>()
      .mockReturnValueOnce(new Promise(() => {}))
      .mockRejectedValueOnce(new Error('storage'))
    const router = await openWith(readAhead)
    await heading('Home')
    await act(() => router.navigate('/orders/create-7'))
    await heading('Trolly 7')
    await act(() => router.navigate('/orders/create-8'))
    await heading('Trolly 8')
  })

  it('is not held while its search or sheet changes', async () => {
    const readAhead = vi.fn(async () => {})
    const router = await openWith(readAhead)
    await heading('Home')
    await act(() => router.navigate('/home?q=milk'))
    await heading('Home')
    expect(readAhead).not.toHaveBeenCalled()
  })
})

it('redirects a visitor only once, and not away from a later page', async () => {
  window.history.replaceState(null, '', '/home')
  function Sent() {
    const navigate = useNavigate()
    const [, drawAgain] = useState(0)
    const isSent = useRef(false)
    useEffect(() => {
      if (isSent.current) return
      isSent.current = true
      navigate('/late', { replace: true })
      // Drawn before the router has navigated.
      drawAgain(1)
    }, [navigate])
    return <RoutePage routes={ROUTES} />
  }
  await act(async () =>
    render(
      <BrowserRouter>
        <InTree tree={OUT}>
          <Sent />
        </InTree>
      </BrowserRouter>,
    ),
  )
  expect(await screen.findByRole('button', { name: 'Ready' })).toBeTruthy()
  expect(window.location.pathname).toBe('/late')
})
