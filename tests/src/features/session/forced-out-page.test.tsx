import { screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { ForcedOutPage } from '#src/features/session/forced-out-page.tsx'
import { SessionEndedNote } from '#src/features/session/session-ended-note.tsx'
import { Screen as MaintenanceScreen } from '#src/screens/auth/maintenance.tsx'
import { openDeviceDatabase } from '#src/store/device/device-database.ts'
import { watchKeptWork } from '#src/store/device/device-notes.ts'
import { aCreate, aRecord, aTestDevice, renderOn } from '#tests/support/signed-in.tsx'
import { renderVisiting } from '#tests/support/visiting.tsx'

test('says what happened, that nothing is lost and when to try again, and links back', async () => {
  renderVisiting(<ForcedOutPage reason="rateLimited" />, {
    forced: { reason: 'rateLimited', until: Date.now() + 3 * 60_000 + 5_000 },
    watchKeptWork,
  })
  expect(screen.getByRole('heading', { level: 1 })).toHaveProperty(
    'textContent',
    expect.stringContaining('Too many requests'),
  )
  expect(await screen.findByText(/all your changes were sent/)).toBeTruthy()
  expect(screen.getByText(/Try again in/)).toHaveProperty(
    'textContent',
    expect.stringMatching(/Try again in [34] min/),
  )
  expect(screen.getByRole('link', { name: 'Sign in again' }).getAttribute('href')).toBe('/')
})

test('says how much unsent work is kept', async () => {
  renderVisiting(<ForcedOutPage reason="maintenance" />, { watchKeptWork })
  // It is recorded once the ended session has been cleaned up.
  const database = openDeviceDatabase()
  onTestFinished(() => database.delete())
  await database.unsentWork.put({ userId: 'u', operations: 3, trollies: 1, at: 0 })
  expect(await screen.findByText(/3 changes not sent yet are kept on this device/)).toBeTruthy()
  expect(screen.getByText(/Try again later/)).toBeTruthy()
})

test('during maintenance a signed-in user sees how much is saved and when to try again, and can go back', async () => {
  const test = aTestDevice()
  await test.user.database.outbox.add(aRecord({ lane: 'trolly:T1', operation: aCreate('T1') }))
  test.device.pause.begin(3 * 60 + 5)
  renderOn(test, <MaintenanceScreen />)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Closed for maintenance')
  expect(screen.getByText(/You’re still signed in/)).toBeTruthy()
  expect(await screen.findByText(/1 change not sent yet is saved on this device/)).toBeTruthy()
  expect(screen.getByText(/Try again in/).textContent).toMatch(/Try again in [34] min/)
  expect(screen.getByRole('link', { name: 'Go to Home' }).getAttribute('href')).toBe('/home')
})

test('during maintenance a signed-in user sees that everything was sent, and to try later', async () => {
  renderOn(aTestDevice(), <MaintenanceScreen />)
  expect(await screen.findByText(/all your changes have been sent/)).toBeTruthy()
  expect(screen.getByText(/Try again later/)).toBeTruthy()
})

test('a user whose session ended is told why; others are not', () => {
  const ended = renderVisiting(<SessionEndedNote />, { forced: { reason: 'unauthenticated', until: null } })
  expect(screen.getByText('Your session has ended. Sign in again to continue.')).toBeTruthy()
  ended.unmount()
  const withWork = renderVisiting(<SessionEndedNote />, {
    forced: { reason: 'unauthenticated', until: null },
    watchKeptWork: (tell) => {
      tell(2)
      return () => {}
    },
  })
  expect(screen.getByText(/2 unsent changes are saved on this device\./)).toBeTruthy()
  withWork.unmount()
  renderVisiting(<SessionEndedNote />)
  expect(screen.queryByText(/Your session has ended/)).toBeNull()
})
