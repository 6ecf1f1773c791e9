import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { TrollyHead } from '#domain/trolly.ts'
import { changeDetails } from '#src/device/change-details.ts'
import { DetailsForm } from '#src/features/checkout/delivery-section.tsx'
import { placeOrder } from '#src/features/checkout/place-order.ts'
import { useTrolly } from '#src/features/trolly/use-trolly.ts'
import type { OpenTrolly } from '#src/store/trollies/open-trolly.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { eventually } from '#tests/support/eventually.ts'
import { aHead, aTestDevice, renderOn } from '#tests/support/signed-in.tsx'

const HEAD = aHead({ poNumber: 'PO 1', detailsVersion: 4 })

function Form({ onTrolly }: { onTrolly: (trolly: OpenTrolly) => void }) {
  const trolly = useTrolly(HEAD.id).value
  if (trolly) onTrolly(trolly)
  return trolly ? <DetailsForm trolly={trolly.view} /> : null
}

const show = async () => {
  const test = aTestDevice()
  const { database } = test.user
  await database.trollies.put(HEAD)
  let shown: OpenTrolly | undefined
  const page = renderOn(
    test,
    <Form
      onTrolly={(trolly) => {
        shown = trolly
      }}
    />,
  )
  await screen.findByRole('textbox', { name: 'Purchase order number' })
  return {
    ...page,
    ...test,
    shown: () => shown,
    queue: async () =>
      (await database.outbox.toArray()).map(({ operation, expectedVersion }) => ({
        operation,
        expectedVersion,
      })),
    /** Another device's change arrives. */
    told: async (changes: Partial<TrollyHead>) => {
      await act(() => database.trollies.update(HEAD.id, changes))
      await waitFor(() => expect(shown?.view).toMatchObject(changes))
    },
  }
}
const number = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Purchase order number' })
const driver = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Instructions for the driver' })
const unfold = () => userEvent.click(screen.getByRole('button', { name: /^Add instructions/ }))
const changed = (changes: object, expectedVersion = 4) => ({
  operation: { kind: 'details', changes },
  expectedVersion,
})

it('saves typed text after a pause, without leaving the field', async () => {
  const { queue } = await show()
  await unfold()
  await userEvent.type(driver(), 'Ring the bell ')
  expect(await queue()).toEqual([])
  await eventually(async () => expect(await queue()).toEqual([changed({ instructions: 'Ring the bell' })]))
  await userEvent.keyboard('twice')
  expect(driver().value).toBe('Ring the bell twice')
  await userEvent.tab()
  await eventually(async () =>
    expect(await queue()).toEqual([changed({ instructions: 'Ring the bell twice' })]),
  )
})

it('says once that the trolly was updated, after the field is left', async () => {
  const tell = vi.spyOn(notifications, 'show').mockClear()
  const { queue } = await show()
  await unfold()
  await userEvent.type(driver(), 'Ring')
  await eventually(async () => expect(await queue()).toHaveLength(1))
  expect(tell).not.toHaveBeenCalled()
  await userEvent.keyboard(' twice')
  await userEvent.tab()
  await eventually(() => expect(tell).toHaveBeenCalledOnce())
  expect(tell.mock.lastCall?.[0]).toMatchObject({ message: 'Trolly Updated', statusColor: 'success' })
  await userEvent.click(driver())
  await userEvent.tab()
  await eventually(async () => expect(await queue()).toEqual([changed({ instructions: 'Ring twice' })]))
  expect(tell).toHaveBeenCalledOnce()
})

it('says that the trolly was updated for each other detail that changes, and for none that does not', async () => {
  const tell = vi.spyOn(notifications, 'show').mockClear()
  const { user, shown } = await show()
  const view = shown()?.view
  if (!view) throw new Error('No trolly')
  await changeDetails(user, view, { deliveryDay: view.deliveryDay, deliveryAddressId: null })
  expect(tell).not.toHaveBeenCalled()
  for (const changes of [{ deliveryDay: '2026-11-26' }, { deliveryAddressId: 'a1' }] as const)
    await changeDetails(user, view, changes)
  expect(tell.mock.calls.map(([message]) => message?.message)).toEqual(['Trolly Updated', 'Trolly Updated'])
})

it('saves typed text when the page is hidden or removed', async () => {
  const { queue, unmount } = await show()
  await userEvent.type(number(), '2')
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  visibility.mockRestore()
  await eventually(async () => expect(await queue()).toEqual([changed({ poNumber: 'PO 12' })]))
  await userEvent.type(number(), '3')
  unmount()
  await eventually(async () => expect(await queue()).toEqual([changed({ poNumber: 'PO 123' })]))
})

it('keeps text and focus during a change elsewhere, and sends the text with the version seen', async () => {
  const { queue, told } = await show()
  const field = number()
  await userEvent.type(field, '2')
  await told({ poNumber: 'PO 9', detailsVersion: 5 })
  expect(number()).toBe(field)
  expect(document.activeElement).toBe(field)
  await userEvent.keyboard('3')
  expect(field.value).toBe('PO 123')
  await userEvent.tab()
  await eventually(async () => expect(await queue()).toEqual([changed({ poNumber: 'PO 123' }, 4)]))
})

it('does not conflict with a change to another field', async () => {
  const { queue, told } = await show()
  await userEvent.type(number(), '2')
  await told({ instructions: 'Back door', detailsVersion: 5 })
  expect(driver().value).toBe('Back door')
  await userEvent.tab()
  await eventually(async () => expect(await queue()).toEqual([changed({ poNumber: 'PO 12' }, 5)]))
})

it('shows changes from elsewhere in a field that nobody is editing', async () => {
  const { told, queue } = await show()
  await userEvent.click(number())
  await told({ poNumber: 'PO 9', detailsVersion: 5 })
  expect(number().value).toBe('PO 9')
  await userEvent.tab()
  expect(await queue()).toEqual([])
})

it('saves typed text before the order is placed, even if the field has the focus', async () => {
  const { queue, user, device, shown } = await show()
  await userEvent.type(number(), '2')
  const trolly = shown()
  if (!trolly) throw new Error('No trolly is shown')
  await act(() =>
    placeOrder(user, device.session, {
      trolly,
      confirmations: { ageRestricted: false, catchWeight: false },
      reached: true,
    }),
  )
  expect(document.activeElement).toBe(number())
  expect((await queue()).map(({ operation }) => operation.kind)).toEqual(['details', 'checkout'])
})

it.each([
  ['is sent at the person’s request online', true, 1],
  ['is left to the sender offline', false, 0],
])('an order %s', async (_, reached, times) => {
  const { user, device, shown } = await show()
  const trolly = shown()
  if (!trolly) throw new Error('No trolly is shown')
  await act(() =>
    placeOrder(user, device.session, {
      trolly,
      confirmations: { ageRestricted: false, catchWeight: false },
      reached,
    }),
  )
  expect(vi.mocked(user.sendNow).mock.calls).toEqual(Array(times).fill([trolly.view.id]))
})

it('withdraws a queued order only if the text changes', async () => {
  const { queue } = await show()
  await userEvent.type(number(), ' ')
  await userEvent.tab()
  expect(await queue()).toEqual([])
  await eventually(() => expect(number().value).toBe('PO 1'))
})
