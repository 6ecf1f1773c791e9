import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useNavigate } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { UpdatePrompt } from '#src/features/updates/update-prompt.tsx'
import type { UpdateState } from '#src/features/updates/updates.ts'
import { createStore } from '#src/state/store.ts'
import { renderPart } from '#tests/src/ui/render.tsx'

it('is silent until a newer build is ready, then offers it', async () => {
  const updates = fakeUpdates('current')
  renderPart(<UpdatePrompt updates={updates} />)
  expect(screen.queryByRole('status')).toBeNull()
  act(() => updates.set('ready'))
  expect(screen.getByRole('status').textContent).toContain('A new version is ready')
  await userEvent.click(screen.getByRole('button', { name: 'Update now' }))
  expect(updates.applyNow).toHaveBeenCalledTimes(1)
})

it('says what it is waiting for, then ignores a second press while the build is being replaced', async () => {
  const updates = fakeUpdates('waiting')
  renderPart(<UpdatePrompt updates={updates} />)
  expect(screen.getByRole('status').textContent).toContain('as soon as your changes are saved and sent')
  expect(screen.queryByRole('button')).toBeNull()
  act(() => updates.set('applying'))
  await userEvent.click(screen.getByRole('button', { name: 'Update now' }))
  expect(updates.applyNow).not.toHaveBeenCalled()
})

it('says so if the new build could not be opened, and can try again', async () => {
  const updates = fakeUpdates('refused')
  renderPart(<UpdatePrompt updates={updates} />)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(updates.applyNow).toHaveBeenCalledTimes(1)
})

it('takes a change of route as a quiet moment, but not arriving or re-rendering', async () => {
  const updates = fakeUpdates('ready')
  renderPart(
    <>
      <UpdatePrompt updates={updates} />
      <ToOrders />
    </>,
  )
  act(() => updates.set('ready'))
  expect(updates.applyQuietly).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Orders' }))
  expect(updates.applyQuietly).toHaveBeenCalledTimes(1)
})

function ToOrders() {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => navigate('/orders')}>
      Orders
    </button>
  )
}

const fakeUpdates = (initial: UpdateState) => ({
  ...createStore(initial),
  applyNow: vi.fn(),
  applyQuietly: vi.fn(),
})
