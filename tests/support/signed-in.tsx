import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type RenderResult, render } from '@testing-library/react'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import type { ReactNode } from 'react'
import { MemoryRouter, parsePath, useLocation } from 'react-router-dom'
import { v7 as uuidv7 } from 'uuid'
import { onTestFinished, vi } from 'vitest'
import type { Customer } from '#domain/customer.ts'
import { OUTBOX_FORMAT } from '#domain/outbox/record.ts'
import type { ProductFacts } from '#domain/product.ts'
import type { Create, TrollyRecord } from '#domain/trollies/operation.ts'
import type { TrollyHead } from '#domain/trolly.ts'
import type { User } from '#domain/user.ts'
import { createPause } from '#src/api/pause.ts'
import type { Device, SessionState } from '#src/device/device.ts'
import { DeviceProvider } from '#src/device/device-context.tsx'
import type { UserDevice } from '#src/device/user-device.ts'
import { guardedQueue, keeper } from '#src/device/user-device.ts'
import { createStore } from '#src/state/store.ts'
import { openDeviceDatabase } from '#src/store/device/device-database.ts'
import { createSettingsStore } from '#src/store/device/settings.ts'
import { watchStorage } from '#src/store/storage-health.ts'
import { openUserDatabase } from '#src/store/user-database.ts'
import { createReads } from '#src/sync/trollies/reads.ts'
import { NotificationHost } from '#src/ui/notifications/notification-host.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { ThemeProvider } from '#src/ui/theme/theme-provider.tsx'
import { type FakeApi, fakeApi } from './fake-api.ts'
import { waitingWork } from './waiting-work.ts'

/** A device for screen tests: real databases (fake-indexeddb) and a real outbox that nothing sends; the server is a fake. */
export type TestDevice = {
  device: Device
  user: UserDevice
  server: FakeApi
  /** How the person signed out, if they did. */
  signedOut: ('keep' | 'discard')[]
  /** How the session ended after the server had ended it, if it did. */
  ended: ('keep' | 'discard')[]
}

export const aUser = (parts: Partial<User> = {}): User & Required<Pick<User, 'can_place_orders'>> => ({
  id: '01900000-0000-7000-8000-00000000000a',
  username: 'Robin Cook',
  email: 'chef@example.com',
  account_type: 'C2',
  acl_routes_available: [],
  can_place_orders: 1,
  privacy_settings: { cookies_accept: '1' },
  contact_email: false,
  contact_sms: false,
  contact_tel: false,
  contact_post: false,
  ...parts,
})

export const aCustomer = (parts: Partial<Customer> = {}): Customer => ({
  id: '200101',
  name: 'The Ploughman’s Rest',
  accountKind: 'credit',
  town: 'Halifax',
  postcode: 'HX3 3TX',
  onStop: false,
  priceListId: 'PUBS',
  minimumOrderPence: 5_000,
  maximumOrderPence: null,
  freeDeliveryPence: null,
  mandatoryCategory: null,
  ageRestrictedAllowed: true,
  ...parts,
})

export const aHead = (parts: Partial<TrollyHead> = {}): TrollyHead => ({
  id: uuidv7(),
  customerId: '200101',
  deliveryDay: '2026-11-24',
  poNumber: '',
  instructions: '',
  version: 1,
  detailsVersion: 1,
  state: 'open',
  priceListId: 'PUBS',
  createdAt: '2026-11-20T09:00:00.000Z',
  updatedAt: '2026-11-20T09:00:00.000Z',
  ...parts,
})

export const aProduct = (parts: Partial<ProductFacts> = {}): ProductFacts => ({
  product_no: 'A1',
  name: 'Chicken Thighs',
  brand: '',
  pack: '2.5 kg',
  unit: 'each',
  otherUnitProductNo: null,
  unitCount: 1,
  contentAmount: null,
  contentMeasure: null,
  gtins: [],
  department: 'Meat',
  group: 'Poultry',
  category: 'Chicken',
  storageType: 'chilled',
  vatBasisPoints: 0,
  contains: null,
  mayContain: null,
  suitableFor: [],
  catchWeight: false,
  estimatedWeightGrams: null,
  minimumAge: null,
  isSpotPriced: false,
  promotion: false,
  reducedToClear: false,
  isNew: false,
  stockQuantity: 100,
  salesRank: 0,
  ...parts,
})

export const aCreate = (trollyId: string, parts: Partial<Create> = {}): Create => ({
  kind: 'create',
  trollyId,
  customerId: '200101',
  priceListId: 'PUBS',
  createdAt: '2026-11-20T09:00:00.000Z',
  details: { deliveryDay: '2026-11-24', poNumber: '', instructions: '' },
  ...parts,
})

/** An outbox record; `lane` and `operation` are what matters. */
export const aRecord = (
  parts: Pick<TrollyRecord, 'lane' | 'operation'> & Partial<TrollyRecord>,
): Omit<TrollyRecord, 'seq'> => ({
  v: OUTBOX_FORMAT,
  opId: uuidv7(),
  expectedVersion: null,
  state: 'pending',
  attempts: 0,
  request: null,
  refusal: null,
  nextAttemptAt: 0,
  notBefore: 0,
  createdAt: Date.parse('2026-11-20T09:12:00.000Z'),
  ...parts,
})

/** The id of the session in these tests. */
export const SESSION_ID = 'session-1'

export const aTestDevice = (parts: { user?: User } = {}): TestDevice => {
  const indexedDB = new IDBFactory()
  const server = fakeApi()
  const person = parts.user ?? aUser()
  const database = openUserDatabase(person.id, { indexedDB, IDBKeyRange })
  const deviceDatabase = openDeviceDatabase({ indexedDB, IDBKeyRange })
  const health = watchStorage({
    database,
    userId: person.id,
    storage: { getItem: () => null, setItem: () => {} },
    events: new EventTarget(),
    after: () => () => {},
  })
  const runner = { wake: vi.fn(), wakeSoon: vi.fn(), hurry: vi.fn(), stop: vi.fn() }
  const { queue, outbox } = waitingWork(database, {
    onChange: (sent) => (sent === 'soon' ? runner.wakeSoon() : runner.wake()),
    guarded: (open) => guardedQueue(open, { database, caches: undefined, health, onBegun: () => {} }),
  })
  const user: UserDevice = {
    userId: person.id,
    database,
    queue,
    outbox,
    reads: createReads({ database, api: server.api }),
    assortment: { refresh: async () => {} },
    runner,
    health,
    contact: { note: () => {}, stop: () => {} },
    isLive: createStore(false),
    keep: keeper({ database, caches: undefined, health }),
    noteEpoch: () => {},
    sendNow: vi.fn(),
    stop: () => {},
  }
  const signedOut: TestDevice['signedOut'] = []
  const ended: TestDevice['ended'] = []
  const signedIn: SessionState = {
    status: 'signed-in',
    id: SESSION_ID,
    user: person,
    device: user,
    restored: false,
  }
  const state = createStore<SessionState>(signedIn)
  const device: Device = {
    api: server.api,
    pause: createPause(Date.now),
    database: deviceDatabase,
    settings: createSettingsStore(deviceDatabase),
    session: {
      get: state.get,
      subscribe: state.subscribe,
      signOut: async (unsent) => {
        signedOut.push(unsent)
        state.set({ status: 'signed-out', forced: null })
        return undefined
      },
      end: async (unsent) => {
        ended.push(unsent)
        state.set({ status: 'signed-out', forced: null })
      },
      changeUser: (user) => {
        const before = state.get()
        if (before.status === 'signed-in') state.set({ ...before, user })
      },
      keep: () => {},
      askedToWait: () => {},
      goOnInMemory: async () => {},
    },
    stop: () => {},
  }
  onTestFinished(() => {
    // Files share their modules, and an order that is never answered would hold the action lock for all of them.
    state.set({ status: 'signed-out', forced: null })
    notifications.clear()
    health.stop()
    device.settings.stop()
    database.close()
    deviceDatabase.close()
  })
  return { device, user, server, signedOut, ended }
}

/** Renders a screen within its providers. The address is shown as the text of `address`. */
export const renderOn = (
  { device }: Pick<TestDevice, 'device'>,
  ui: ReactNode,
  {
    path = '/home',
    state = null,
    replies = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } }),
  }: { path?: string; state?: unknown; replies?: QueryClient } = {},
): RenderResult =>
  render(
    <QueryClientProvider client={replies}>
      <DeviceProvider device={device}>
        <ThemeProvider env="test">
          <MemoryRouter initialEntries={[{ ...parsePath(path), state }]}>
            {ui}
            <Address />
          </MemoryRouter>
          <NotificationHost />
        </ThemeProvider>
      </DeviceProvider>
    </QueryClientProvider>,
  )

function Address() {
  const { pathname, search, state } = useLocation()
  return (
    <output data-testid="address" data-state={JSON.stringify(state)}>
      {`${pathname}${search}`}
    </output>
  )
}
