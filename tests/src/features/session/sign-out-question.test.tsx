import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { useSession } from '#src/device/device-context.tsx'
import { SignOutQuestion } from '#src/features/session/sign-out-question.tsx'
import { aCreate, aRecord, aTestDevice, renderOn } from '#tests/support/signed-in.tsx'

/** As the shell shows it: only while signed in. */
function Shown({ leave, onClose }: { leave: () => void; onClose: () => void }) {
  return useSession().status === 'signed-in' ? <SignOutQuestion onClose={onClose} leave={leave} /> : null
}

const signingOut = async (work: Partial<Parameters<typeof aRecord>[0]>[] = []) => {
  const person = userEvent.setup()
  const test = aTestDevice()
  await test.user.database.outbox.bulkAdd(
    work.map((parts, index) =>
      aRecord({ lane: `trolly:T${index}`, operation: aCreate(`T${index}`), ...parts }),
    ),
  )
  const leave = vi.fn()
  const onClose = vi.fn()
  renderOn(test, <Shown leave={leave} onClose={onClose} />)
  const press = async (name: string) => person.click(await screen.findByRole('button', { name }))
  const left = () => waitFor(() => expect(leave).toHaveBeenCalledTimes(1))
  return { ...test, press, left, leave, onClose }
}

test('with everything sent it asks nothing', async () => {
  const { left, signedOut } = await signingOut()
  await left()
  expect(signedOut).toEqual(['keep'])
})

test('with unsent work nothing happens before a choice is made', async () => {
  const { leave, signedOut } = await signingOut([{}, {}])
  expect(await screen.findByText(/2 changes are saved on this device and not sent yet/)).toBeTruthy()
  expect(signedOut).toEqual([])
  expect(leave).not.toHaveBeenCalled()
})

test('keep signs out and keeps the work', async () => {
  const keeping = await signingOut([{}])
  await keeping.press('Keep on this device and sign out')
  await keeping.left()
  expect(keeping.signedOut).toEqual(['keep'])
})

test('discard signs out and drops the work', async () => {
  const { press, left, signedOut } = await signingOut([{}])
  await press('Discard and sign out')
  await left()
  expect(signedOut).toEqual(['discard'])
})

test('send sends at once, shows progress, and signs out when everything is sent', async () => {
  const { press, left, user, signedOut } = await signingOut([{}, {}])
  await press('Send, then sign out')
  expect(user.sendNow).toHaveBeenCalledTimes(1)
  expect(await screen.findByText(/0 of 2 sent/)).toBeTruthy()
  await user.database.outbox.where('lane').equals('trolly:T0').delete()
  expect(await screen.findByText(/1 of 2 sent/)).toBeTruthy()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50')
  expect(signedOut).toEqual([])
  await user.database.outbox.clear()
  await left()
  expect(signedOut).toEqual(['keep'])
})

test('keep can be chosen if sending does not succeed', async () => {
  const { press, left, signedOut } = await signingOut([{}])
  await press('Send, then sign out')
  expect(await screen.findByText(/keep it on this device instead/)).toBeTruthy()
  await press('Keep on this device and sign out')
  await left()
  expect(signedOut).toEqual(['keep'])
})

test('work that needs a decision cannot be sent, and it says so', async () => {
  const { user } = await signingOut([{ state: 'attention' }])
  expect(await screen.findByText('1 change needs your decision.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Send, then sign out' }).hasAttribute('aria-disabled')).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Send, then sign out' }))
  expect(user.sendNow).not.toHaveBeenCalled()
})

test('it can be closed without signing out', async () => {
  const { press, onClose, signedOut } = await signingOut([{}])
  await press('Close')
  expect(onClose).toHaveBeenCalled()
  expect(signedOut).toEqual([])
})
