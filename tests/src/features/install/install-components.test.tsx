import { act, renderHook, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  InstallBanner,
  InstallButton,
  InstallPromptProvider,
  useWasInstallable,
} from '#src/features/install/install-context.tsx'
import type { InstallPrompt, InstallState } from '#src/features/install/install-prompt.ts'
import { createStore } from '#src/state/store.ts'
import { renderPart } from '#tests/src/ui/render.tsx'

const mobile = window.matchMedia
afterEach(() => {
  window.matchMedia = mobile
})

describe('the install banner', () => {
  it('appears when the browser offers to install, and installs', async () => {
    const prompt = fakePrompt('unavailable')
    renderPart(withPrompt(prompt, <InstallBanner wanted onDismiss={() => {}} />))
    expect(screen.queryByRole('status')).toBeNull()
    act(() => prompt.set('offered'))
    await userEvent.click(screen.getByRole('button', { name: 'Install' }))
    expect(prompt.install).toHaveBeenCalledTimes(1)
  })

  it('shows the steps if there is no install prompt', () => {
    renderPart(withPrompt(fakePrompt('by-hand'), <InstallBanner wanted onDismiss={() => {}} />))
    expect(screen.getByRole('status').textContent).toContain('Add to Home Screen')
    expect(screen.queryByRole('button', { name: 'Install' })).toBeNull()
  })

  it('can be dismissed, and does not return', async () => {
    const onDismiss = vi.fn()
    const prompt = fakePrompt('offered')
    const { rerender } = renderPart(withPrompt(prompt, <InstallBanner wanted onDismiss={onDismiss} />))
    await userEvent.click(screen.getByRole('button', { name: 'Not now' }))
    expect(onDismiss).toHaveBeenCalledTimes(1)
    rerender(withPrompt(prompt, <InstallBanner wanted={false} onDismiss={onDismiss} />))
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('is not shown on desktops', () => {
    window.matchMedia = (query) => ({ ...mobile(query), matches: true })
    renderPart(withPrompt(fakePrompt('offered'), <InstallBanner wanted onDismiss={() => {}} />))
    expect(screen.queryByRole('status')).toBeNull()
  })
})

it('was installable only if that was known when the page opened', () => {
  const prompt = fakePrompt('unavailable')
  const { result, rerender } = renderHook(useWasInstallable, {
    initialProps: '/home',
    wrapper: ({ children }) => withPrompt(prompt, children),
  })
  act(() => prompt.set('offered'))
  expect(result.current).toBe(false)
  rerender('/search')
  expect(result.current).toBe(true)
})

describe('the install button', () => {
  it('opens the browser’s prompt', async () => {
    const prompt = fakePrompt('offered')
    renderPart(withPrompt(prompt, <InstallButton />))
    await userEvent.click(screen.getByRole('button', { name: 'Install the app' }))
    expect(prompt.install).toHaveBeenCalledTimes(1)
  })

  it('shows the steps if installing is manual', async () => {
    const prompt = fakePrompt('by-hand')
    renderPart(withPrompt(prompt, <InstallButton />))
    await userEvent.click(screen.getByRole('button', { name: 'Install the app' }))
    expect((await screen.findByRole('dialog', { name: 'Install the app' })).textContent).toContain(
      'Add to Home Screen',
    )
    expect(prompt.install).not.toHaveBeenCalled()
  })

  it('is absent if the app is installed or cannot be', () => {
    renderPart(withPrompt(fakePrompt('unavailable'), <InstallButton />))
    expect(screen.queryByRole('button')).toBeNull()
  })
})

const withPrompt = (prompt: InstallPrompt, part: ReactNode) => (
  <InstallPromptProvider value={prompt}>{part}</InstallPromptProvider>
)

const fakePrompt = (initial: InstallState) => {
  const { get: state, set, subscribe } = createStore(initial)
  return { state, set, subscribe, install: vi.fn(async () => 'accepted' as const) }
}
