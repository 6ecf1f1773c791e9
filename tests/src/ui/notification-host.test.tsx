import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, onTestFinished, vi } from 'vitest'
import { NotificationHost } from '#src/ui/notifications/notification-host.tsx'
import { createNotifications, type NotificationMessage } from '#src/ui/notifications/notifications.ts'
import { createManualClock } from './manual-clock.ts'
import { renderPart } from './render.tsx'

function setUp() {
  const clock = createManualClock()
  const notifications = createNotifications(clock)
  renderPart(<NotificationHost notifications={notifications} />)
  return {
    show: (message: NotificationMessage) =>
      act(() => notifications.show({ showInProduction: true, ...message })),
    advance: (ms: number) => act(() => clock.advance(ms)),
  }
}

it('announces errors at once and other messages politely', () => {
  const { show, advance } = setUp()
  show({ message: 'Trolly Created', statusColor: 'success' })
  expect(within(screen.getByRole('status')).getByText('Trolly Created')).toBeDefined()
  show({ message: 'Out of stock', statusColor: 'error' })
  advance(5100)
  expect(within(screen.getByRole('alert')).getByText('Out of stock')).toBeDefined()
})

it('undoes with its button', async () => {
  const { show } = setUp()
  const onRestore = vi.fn()
  show({ message: 'Removed Rice', restoreButton: { onRestore } })
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(onRestore).toHaveBeenCalledTimes(1)
  expect(screen.queryByText('Removed Rice')).toBeNull()
})

it('stays while the pointer or the focus is on it', () => {
  const { show, advance } = setUp()
  show({ message: 'Removed Rice', restoreButton: { onRestore: () => {} } })
  fireEvent.focusIn(screen.getByRole('button', { name: 'Undo' }))
  advance(60_000)
  expect(screen.getByText('Removed Rice')).toBeDefined()
  fireEvent.focusOut(screen.getByRole('button', { name: 'Undo' }))
  advance(4_000)
  expect(screen.getByText('Removed Rice')).toBeDefined()
  advance(1_000)
  expect(screen.queryByText('Removed Rice')).toBeNull()
})

it('can be dismissed', async () => {
  const { show } = setUp()
  show({ message: 'Locked', timeoutLength: -1 })
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss message' }))
  expect(screen.queryByText('Locked')).toBeNull()
})

it('runs a message’s action with its button, but not with Ctrl+Z', async () => {
  const { show } = setUp()
  const onAct = vi.fn()
  show({ message: 'No longer waiting', actionButton: { label: 'Place it again', onAct } })
  await userEvent.click(screen.getByRole('button', { name: 'Place it again' }))
  expect(onAct).toHaveBeenCalledTimes(1)
  expect(screen.queryByText('No longer waiting')).toBeNull()
})

it('keeps the focus on the button while more lines are removed', () => {
  const { show } = setUp()
  const remove = (item: string) => {
    const group = { key: 'T1', item, words: (count: number) => `${count} lines removed` }
    show({ message: `${item} removed`, restoreButton: { onRestore: () => {}, group } })
  }
  remove('Rice')
  const undo = screen.getByRole('button', { name: 'Undo' })
  undo.focus()
  remove('Milk')
  expect(screen.getByText('2 lines removed')).toBeDefined()
  expect(document.activeElement).toBe(undo)
})

/** A page `pageHeight` high in a window of 800, with a button in the bottom 50, where the message's strip appears. */
const pageWithButtonAtTheBottom = (pageHeight: number, stripTop = 750) => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame'] })
  vi.stubGlobal('innerHeight', 800)
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(pageHeight)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(76)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, stripTop, 300, 50))
  const scrolled = vi.spyOn(window, 'scrollBy').mockImplementation(() => {})
  const page = document.body.appendChild(document.createElement('main'))
  page.append(document.createElement('button'))
  onTestFinished(() => {
    page.remove()
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
  const { show } = setUp()
  show({ message: 'Welcome Back' })
  act(() => vi.advanceTimersByTime(100))
  return scrolled
}

it('scrolls the end of a page out from under a message', () => {
  expect(pageWithButtonAtTheBottom(876)).toHaveBeenCalledWith({ top: 76, behavior: 'instant' })
})

it('does not scroll on a phone, where the message is at the top', () => {
  expect(pageWithButtonAtTheBottom(876, 0)).not.toHaveBeenCalled()
})

it('does not scroll a page that continues below the message', () => {
  expect(pageWithButtonAtTheBottom(3_000)).not.toHaveBeenCalled()
})

it('moves below the top bar while that has the keyboard focus', async () => {
  const header = document.createElement('header')
  header.innerHTML = '<button>Menu</button>'
  document.body.append(header)
  onTestFinished(() => header.remove())
  const { show } = setUp()
  show({ message: 'Trolly Created', statusColor: 'success' })
  const isBelow = () => screen.getByRole('status').parentElement?.hasAttribute('data-below')
  expect(isBelow()).toBe(false)
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('Menu')
  expect(isBelow()).toBe(true)
  await userEvent.tab()
  expect(isBelow()).toBe(false)
})

it('stays above a page’s own header, which would be covered', async () => {
  const main = document.createElement('main')
  main.innerHTML = '<header><button>Add products</button></header>'
  document.body.append(main)
  onTestFinished(() => main.remove())
  const { show } = setUp()
  show({ message: 'Trolly Created', statusColor: 'success' })
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('Add products')
  expect(screen.getByRole('status').parentElement?.hasAttribute('data-below')).toBe(false)
})
