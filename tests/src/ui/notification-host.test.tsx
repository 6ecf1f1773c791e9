import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, onTestFinished, vi } from 'vitest'
import { footHeight } from '#src/ui/layout/foot-height.ts'
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

it('follows the page’s foot, and lies above it', () => {
  const { show } = setUp()
  show({ message: 'Welcome Back' })
  const host = screen.getByRole('status').parentElement
  onTestFinished(() => footHeight.set(0))
  act(() => footHeight.set(64))
  expect(host?.style.getPropertyValue('--foot')).toBe('64px')
})
