import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { reloadLocks, whileHoldingReload } from '#src/features/updates/reload/reload-locks.ts'
import type { UpdateFlow, UpdateState } from '#src/features/updates/update-flow.ts'
import { UpdatePrompt } from '#src/features/updates/update-prompt.tsx'
import { useUpdateOnNavigation } from '#src/features/updates/use-updates.ts'
import { renderPart } from '#tests/src/ui/render.tsx'
import { fakeState } from '#tests/support/fake-state.ts'

describe('the update prompt', () => {
  it('is silent until a newer build is ready, then offers it', async () => {
    const updates = fakeUpdates()
    renderPart(<UpdatePrompt updates={updates} />)
    expect(screen.queryByRole('status')).toBeNull()
    act(() => updates.setState('ready'))
    expect(screen.getByRole('status').textContent).toContain('A new version is ready')
    await userEvent.click(screen.getByRole('button', { name: 'Update now' }))
    expect(updates.applyNow).toHaveBeenCalledTimes(1)
  })

  it('says what it is waiting for, without a button', () => {
    const updates = fakeUpdates('waiting')
    renderPart(<UpdatePrompt updates={updates} />)
    expect(screen.getByRole('status').textContent).toContain('as soon as your changes are saved and sent')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('ignores a second press while the build is being replaced', async () => {
    const updates = fakeUpdates('applying')
    renderPart(<UpdatePrompt updates={updates} />)
    await userEvent.click(screen.getByRole('button', { name: 'Update now' }))
    expect(updates.applyNow).not.toHaveBeenCalled()
  })

  it('says so if the new build could not be opened, and can try again', async () => {
    const updates = fakeUpdates('refused')
    renderPart(<UpdatePrompt updates={updates} />)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(updates.applyNow).toHaveBeenCalledTimes(1)
  })
})

describe('going to another route', () => {
  it('is a quiet moment for an update; arriving and re-rendering are not', () => {
    const updates = fakeUpdates('ready')
    const { rerender } = renderPart(<Shell updates={updates} path="/home" />)
    rerender(<Shell updates={updates} path="/home" />)
    expect(updates.applyQuietly).not.toHaveBeenCalled()
    rerender(<Shell updates={updates} path="/orders" />)
    expect(updates.applyQuietly).toHaveBeenCalledTimes(1)
  })
})

describe('holding off reloads', () => {
  it('lasts until the work ends or fails', async () => {
    let fail: (error: Error) => void = () => {}
    const work = whileHoldingReload('drain', () => new Promise((_, reject) => (fail = reject)))
    expect(reloadLocks.reasons()).toEqual(['drain'])
    fail(new Error('offline'))
    await expect(work).rejects.toThrow('offline')
    expect(reloadLocks.reasons()).toEqual([])
  })
})

function Shell({ updates, path }: { updates: UpdateFlow; path: string }) {
  useUpdateOnNavigation(updates, path)
  return null
}

const fakeUpdates = (initial: UpdateState = 'current') => ({
  ...fakeState(initial),
  newBuildReady: vi.fn(),
  applyNow: vi.fn(),
  applyQuietly: vi.fn(),
})
