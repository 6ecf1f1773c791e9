import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type PushDevice, push } from '#contract/push.ts'
import { type PushBrowser, PushFailure, type PushPermission } from '#src/features/push/push-browser.ts'
import { PushOffer } from '#src/features/push/push-offer.tsx'
import { PushSettings } from '#src/features/push/push-settings.tsx'
import { noteContact } from '#src/sync/engine/last-contact.ts'
import { aTestDevice, renderOn } from '#tests/support/signed-in.tsx'

const aDevice = (place: number, parts: Partial<PushDevice> = {}): PushDevice => ({
  id: `01900000-0000-7000-8000-00000000000${place}`,
  device: 'Safari on iPhone',
  createdAt: '2026-11-20T09:00:00.000Z',
  lastSentAt: null,
  current: false,
  ...parts,
})

const SENT = { endpoint: 'https://push.example/1', keys: { p256dh: 'P', auth: 'A' } }

/** A browser that answers so when it is asked, and a server that remembers. */
const setUp = ({
  permission = 'not-asked',
  failure,
  devices = [],
}: {
  permission?: PushPermission
  failure?: PushFailure
  devices?: PushDevice[]
} = {}) => {
  const device = aTestDevice()
  let known = { publicKey: 'KEY', muted: [] as string[], devices }
  let answer = permission
  device.server.on(push.settings, () => known)
  device.server.on(push.subscribe, () => {
    known = { ...known, devices: [...known.devices, aDevice(9, { current: true })] }
    return known
  })
  device.server.on(push.unsubscribe, ({ params }) => {
    known = { ...known, devices: known.devices.filter(({ id }) => id !== params?.id) }
    return known
  })
  device.server.on(push.choose, ({ body }) => {
    const muted = known.muted.filter((kind) => kind !== body?.kind)
    known = { ...known, muted: body && !body.wanted ? [...muted, body.kind] : muted }
    return known
  })
  const subscribe = vi.fn(async () => {
    if (failure) throw failure
    answer = 'allowed'
    return SENT
  })
  const browser: PushBrowser = { permission: () => answer, subscribe }
  const sent = () => device.server.calls.filter(({ endpoint }) => endpoint.method !== 'GET')
  return { device, browser, subscribe, sent, person: userEvent.setup() }
}

const hereSwitch = () => screen.findByRole('switch', { name: /^Notifications on this device/ })

test('notifications are turned on for this device, by kind, and off again', async () => {
  const { device, browser, subscribe, sent, person } = setUp()
  renderOn(device, <PushSettings mustInstall={false} browser={browser} />)
  expect(screen.queryByRole('switch', { name: /^Back in stock/ })).toBeNull()
  await person.click(await hereSwitch())
  await waitFor(async () => expect(await hereSwitch()).toHaveProperty('checked', true))
  expect(subscribe).toHaveBeenCalledExactlyOnceWith('KEY')
  expect(sent().at(-1)?.input.body).toEqual(SENT)
  const kind = () => screen.getByRole('switch', { name: /^Back in stock/ })
  await person.click(kind())
  await waitFor(() => expect(kind()).toHaveProperty('checked', false))
  expect(sent().at(-1)?.input.body).toEqual({ kind: 'back_in_stock', wanted: false })
  await person.click(await hereSwitch())
  await waitFor(async () => expect(await hereSwitch()).toHaveProperty('checked', false))
  expect(screen.queryByRole('switch', { name: /^Back in stock/ })).toBeNull()
})

test('another device is listed and turned off from here', async () => {
  const { device, browser, person } = setUp({
    devices: [aDevice(1), aDevice(2, { device: 'Edge on Windows' })],
  })
  renderOn(device, <PushSettings mustInstall={false} browser={browser} />)
  await person.click(await screen.findByRole('button', { name: 'Turn off on Edge on Windows' }))
  await waitFor(() => expect(screen.queryByText('Edge on Windows')).toBeNull())
  expect(screen.getByText('Safari on iPhone')).toBeTruthy()
})

test.each([
  ['that blocks them', { permission: 'blocked' as const }, false, /are blocked in this browser/],
  [
    'that does not offer them',
    { permission: 'unsupported' as const },
    false,
    'This browser does not offer notifications.',
  ],
  ['on an iPhone that must install first', { permission: 'unsupported' as const }, true, /Install it first/],
])('a browser %s says so', async (_, parts, mustInstall, words) => {
  const { device, browser } = setUp(parts)
  renderOn(device, <PushSettings mustInstall={mustInstall} browser={browser} />)
  expect(await screen.findByText(words)).toBeTruthy()
})

test.each([
  ['does not reach its push service', 'unreachable', /could not reach its notification service/],
  ['was not answered', 'dismissed', /did not get an answer/],
  ['was told no', 'blocked', /are blocked in this browser/],
] as const)('a browser that %s says so, and nothing is sent', async (_, reason, words) => {
  const { device, browser, sent, person } = setUp({ failure: new PushFailure(reason) })
  renderOn(device, <PushSettings mustInstall={false} browser={browser} />)
  await person.click(await hereSwitch())
  expect(await screen.findByText(words)).toBeTruthy()
  expect(sent()).toEqual([])
})

test('a subscription whose permission was taken back in the browser shows as off', async () => {
  const { device, browser } = setUp({ permission: 'not-asked', devices: [aDevice(1, { current: true })] })
  renderOn(device, <PushSettings mustInstall={false} browser={browser} />)
  expect(await hereSwitch()).toHaveProperty('checked', false)
})

test('offline nothing can be changed, and the page says why', async () => {
  const { device, browser } = setUp({ devices: [aDevice(1)] })
  renderOn(device, <PushSettings mustInstall={false} browser={browser} />)
  await hereSwitch()
  await noteContact(device.user.database, { reached: false, at: Date.now() })
  expect(await screen.findByText(/needs a connection/)).toBeTruthy()
  expect(await hereSwitch()).toHaveProperty('disabled', true)
})

test('the offer asks the browser only after the press, and leads to the choices', async () => {
  const { device, browser, subscribe, person } = setUp()
  renderOn(device, <PushOffer browser={browser} />)
  const turnOn = await screen.findByRole('button', { name: 'Turn on notifications' })
  expect(subscribe).not.toHaveBeenCalled()
  await person.click(turnOn)
  expect(await screen.findByRole('link', { name: 'Choose what to hear about' })).toBeTruthy()
})

test('the offer goes for good once it is declined', async () => {
  const { device, browser, person } = setUp()
  renderOn(device, <PushOffer browser={browser} />)
  await person.click(await screen.findByRole('button', { name: 'Not now' }))
  await waitFor(() => expect(screen.queryByText(/keep you posted/)).toBeNull())
  expect(device.device.settings.get().offerNotifications).toBe(false)
})

test.each(['blocked', 'unsupported', 'allowed'] as const)(
  'there is no offer where a browser is %s',
  (permission) => {
    const { device, browser } = setUp({ permission })
    renderOn(device, <PushOffer browser={browser} />)
    expect(screen.queryByText(/keep you posted/)).toBeNull()
    expect(device.server.calls).toEqual([])
  },
)
