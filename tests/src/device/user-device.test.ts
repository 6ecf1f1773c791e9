import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createPause } from '#src/api/pause.ts'
import { openUserDevice } from '#src/device/user-device.ts'
import { loadMemoryStorage, type MemoryStorage } from '#src/store/memory-storage.ts'
import { readSync } from '#src/sync/engine/sync-state.ts'
import { eventually } from '#tests/support/eventually.ts'
import { fakeApi } from '#tests/support/fake-api.ts'
import { aCreate, aUser } from '#tests/support/signed-in.tsx'
import { createWebLocks } from '#tests/support/web-locks.ts'

/** What tabs share: the databases, the locks and local storage. Each request waits here for its reply. */
let requests: { by: string | null; trollyId: string; answer: (response: Response) => void }[]
const dependencies = { ...Dexie.dependencies }

beforeEach(() => {
  localStorage.clear()
  requests = []
  Object.assign(Dexie.dependencies, { indexedDB: new IDBFactory(), IDBKeyRange })
  Object.defineProperty(navigator, 'locks', { value: createWebLocks(), configurable: true })
  vi.stubGlobal(
    'fetch',
    (_: string, { body, headers }: RequestInit) =>
      new Promise<Response>((answer) => {
        requests.push({
          by: new Headers(headers).get('authorization'),
          trollyId: JSON.parse(String(body)).id,
          answer,
        })
      }),
  )
})
afterEach(() => {
  Object.assign(Dexie.dependencies, dependencies)
  Reflect.deleteProperty(navigator, 'locks')
  vi.unstubAllGlobals()
})

const thrown = (error: unknown): never => {
  throw error
}

const aTab = (
  token: string,
  onTrouble: (error: unknown) => void = thrown,
  memory: MemoryStorage | undefined = undefined,
) => {
  const onAskedToWait = vi.fn()
  const device = openUserDevice(aUser(), {
    api: fakeApi().api,
    pause: createPause(Date.now),
    token: () => token,
    onUnauthenticated: () => {},
    onAskedToWait,
    requestBackgroundSync: () => {},
    duringDrain: (drain) => drain(),
    onTrouble,
    memory,
  })
  onTestFinished(async () => {
    device.stop()
    device.database.close()
  })
  return { device, onAskedToWait }
}

const refusal = (status: number, code: string) =>
  new Response(JSON.stringify({ code, message: 'No.' }), { status, headers: { 'retry-after': '120' } })
const request = async (trollyId: string) => {
  await eventually(() => expect(requests.map((each) => each.trollyId)).toContain(trollyId))
  return requests.find((each) => each.trollyId === trollyId) as (typeof requests)[number]
}

test('a server’s request to wait is reported in the tab that placed the order, whichever tab sent it', async () => {
  const [sending, pressing] = [aTab('sending'), aTab('pressing')]
  await sending.device.outbox.append('T1', aCreate('T1'))
  const first = await request('T1')
  await pressing.device.outbox.append('T2', aCreate('T2'))
  pressing.device.sendNow('T2')
  first.answer(refusal(403, 'forbidden'))
  const second = await request('T2')
  expect(second.by).toBe('Bearer sending')
  second.answer(refusal(503, 'maintenance'))
  await eventually(() => expect(pressing.onAskedToWait).toHaveBeenCalled())
  expect(pressing.onAskedToWait).toHaveBeenCalledWith(
    expect.objectContaining({ status: 503, retryAfterSeconds: 120 }),
  )
  expect(sending.onAskedToWait).not.toHaveBeenCalled()
  expect(await sending.device.database.outbox.count()).toBe(2)
})

test('"Send now" ends a pause, and its requests count as the person’s', async () => {
  const { device, onAskedToWait } = aTab('token')
  await device.outbox.append('T1', aCreate('T1'))
  const first = await request('T1')
  first.answer(refusal(503, 'maintenance'))
  await eventually(async () =>
    expect(await readSync(device.database, 'pausedUntil')).toBeGreaterThan(Date.now()),
  )
  // Nobody has pressed anything yet.
  expect(onAskedToWait).not.toHaveBeenCalled()
  requests = []
  device.sendNow()
  const again = await request('T1')
  again.answer(refusal(503, 'maintenance'))
  await eventually(() => expect(onAskedToWait).toHaveBeenCalledOnce())
  expect(await device.database.outbox.count()).toBe(1)
})

test('a page’s memory opens in a browser that blocks site data', async () => {
  const blocked = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError')
  })
  try {
    const { device } = aTab('token', thrown, await loadMemoryStorage())
    expect(device.health.get()).toMatchObject({ database: 'memory', stranded: 0 })
  } finally {
    blocked.mockRestore()
  }
})

test('a failure after the session ended is not reported, one before is', async () => {
  const [afterEnd, before] = [vi.fn(), vi.fn()]
  const { device } = aTab('token', afterEnd)
  const other = aTab('token', before).device
  for (const { database } of [device, other]) await database.open()
  device.stop()
  for (const { database } of [device, other]) database.close()
  // The replies to requests in progress.
  for (const { noteEpoch } of [device, other]) noteEpoch('epoch')
  await eventually(() => expect(before).toHaveBeenCalledWith(expect.any(Dexie.DatabaseClosedError)))
  expect(afterEnd).not.toHaveBeenCalled()
})
