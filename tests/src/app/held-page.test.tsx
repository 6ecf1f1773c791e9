import { act, fireEvent, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { HeldPage } from '#src/app/held-page.tsx'
import { TreeProvider } from '#src/app/tree.ts'

function Here() {
  return <h1>{useLocation().pathname}</h1>
}

function open(readAhead: (pathname: string) => Promise<void>) {
  const tree = { session: { user: undefined }, Shell: () => null, readAhead }
  const page = (
    <TreeProvider value={tree}>
      <Suspense>
        <HeldPage routes={[]}>
          <Here />
        </HeldPage>
      </Suspense>
    </TreeProvider>
  )
  const router = createMemoryRouter([{ path: '*', Component: () => page }], { initialEntries: ['/one'] })
  render(<RouterProvider router={router} />)
  return router
}

const heading = (name: string) => screen.findByRole('heading', { name })

it('keeps the former page until the first data of the next are here', async () => {
  let arrive = (): void => {}
  const readAhead = vi.fn(() => new Promise<void>((resolve) => (arrive = resolve)))
  const router = open(readAhead)
  await heading('/one')
  expect(readAhead).not.toHaveBeenCalled()
  await act(() => router.navigate('/two'))
  expect(readAhead).toHaveBeenCalledExactlyOnceWith('/two')
  expect(screen.getByRole('heading', { name: '/one' })).toBeTruthy()
  await act(async () => arrive())
  await heading('/two')
  expect(screen.queryByRole('heading', { name: '/one' })).toBeNull()
})

it('shows the next page soon, even if its data are late or cannot be read', async () => {
  const readAhead = vi
    .fn<(pathname: string) => Promise<void>>()
    .mockReturnValueOnce(new Promise(() => {}))
    .mockRejectedValueOnce(new Error('storage'))
  const router = open(readAhead)
  await heading('/one')
  await act(() => router.navigate('/two'))
  await heading('/two')
  await act(() => router.navigate('/three'))
  await heading('/three')
})

it('does not hold a page whose search or sheet changes', async () => {
  const readAhead = vi.fn(async () => {})
  const router = open(readAhead)
  await heading('/one')
  await act(() => router.navigate('/one?q=milk'))
  await heading('/one')
  expect(readAhead).not.toHaveBeenCalled()
})

it('asks for the next page when its link is touched, once', async () => {
  const readAhead = vi.fn(async () => {})
  const router = open(readAhead)
  await heading('/one')
  document.body.insertAdjacentHTML('beforeend', '<a href="/two"><span>Two</span></a>')
  const link = document.querySelector('a[href="/two"]')
  try {
    fireEvent.pointerDown(screen.getByText('Two'))
    expect(readAhead).toHaveBeenCalledExactlyOnceWith('/two')
    await act(() => router.navigate('/two'))
    await heading('/two')
    expect(readAhead).toHaveBeenCalledTimes(1)
    await act(() => router.navigate('/one'))
    await heading('/one')
    await act(() => router.navigate('/two'))
    await heading('/two')
    expect(readAhead.mock.calls).toEqual([['/two'], ['/one'], ['/two']])
    await act(() => router.navigate('/one'))
    await heading('/one')
    readAhead.mockClear()
    fireEvent.pointerDown(screen.getByText('Two'))
    fireEvent.pointerCancel(screen.getByText('Two'))
    await act(() => router.navigate('/two'))
    await heading('/two')
    // The touch became a scroll, and what it read may be outdated.
    expect(readAhead).toHaveBeenCalledTimes(2)
  } finally {
    link?.remove()
  }
})
