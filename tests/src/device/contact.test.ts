import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, onTestFinished, test } from 'vitest'
import { health } from '#contract/health.ts'
import { PROBE_INTERVAL_MS, watchContact } from '#src/device/contact.ts'
import { openUserDatabase } from '#src/store/user-database.ts'
import { readSync, writeSync } from '#src/sync/engine/sync-state.ts'
import { eventually } from '#tests/support/eventually.ts'
import { fakeApi, refusal } from '#tests/support/fake-api.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')

const watching = ({ reachable = true, visible = true } = {}) => {
  const database = openUserDatabase('someone', { indexedDB: new IDBFactory(), IDBKeyRange })
  const server = fakeApi()
  if (reachable) server.on(health.live, () => ({ status: 'live' as const }))
  const timers: { delayMs: number; act: () => void }[] = []
  const events = {
    window: new EventTarget(),
    document: Object.assign(new EventTarget(), { visibilityState: visible ? 'visible' : 'hidden' }),
  }
  const clock = { now: NOON }
  const contact = watchContact({
    api: server.api,
    database,
    events,
    whenQuiet: (act) => {
      act()
      return () => {}
    },
    clock: {
      now: () => clock.now,
      after: (delayMs, act) => {
        const timer = { delayMs, act }
        timers.push(timer)
        return () => {
          if (timers.includes(timer)) timers.splice(timers.indexOf(timer), 1)
        }
      },
    },
    onReached: () => {},
    onTrouble: (error) => {
      throw error
    },
  })
  onTestFinished(() => {
    contact.stop()
    database.close()
  })
  const last = () => readSync(database, 'lastContact')
  const noted = (reached: boolean) => eventually(async () => expect(await last()).toMatchObject({ reached }))
  return { contact, server, events, timers, clock, database, last, noted }
}

test('asks once at the start, with nothing to send', async () => {
  const { noted, server, timers } = watching()
  await noted(true)
  expect(server.calls.map(({ endpoint }) => endpoint)).toEqual([health.live])
  expect(timers).toEqual([])
})

test('a server that replies at all counts as reached', async () => {
  const { noted, server, events } = watching({ reachable: false })
  await noted(false)
  server.on(health.live, () => {
    throw refusal('maintenance')
  })
  events.window.dispatchEvent(new Event('online'))
  await noted(true)
})

test('an unreachable server is asked at intervals until it replies', async () => {
  const { noted, server, timers } = watching({ reachable: false })
  await noted(false)
  expect(timers.map(({ delayMs }) => delayMs)).toEqual([PROBE_INTERVAL_MS])
  server.on(health.live, () => ({ status: 'live' as const }))
  timers.pop()?.act()
  await noted(true)
  expect(timers).toEqual([])
})

test('an "offline" event triggers a check instead of being trusted', async () => {
  const { noted, last, server, events } = watching()
  await noted(true)
  events.window.dispatchEvent(new Event('offline'))
  await eventually(() => expect(server.calls).toHaveLength(2))
  expect(await last()).toMatchObject({ reached: true })
})

test('a hidden page asks nothing', () => {
  const { server, events } = watching({ visible: false })
  events.window.dispatchEvent(new Event('online'))
  expect(server.calls).toEqual([])
})

test('takes the sender’s latest contact into account', async () => {
  const { contact, noted, database } = watching()
  await noted(true)
  await writeSync(database, 'lastContact', { reached: false, at: NOON })
  contact.note(true)
  await noted(true)
})

test('writes an unchanged state at most every half minute', async () => {
  const { contact, noted, last, clock } = watching()
  await noted(true)
  clock.now += 10_000
  contact.note(true)
  clock.now += 25_000
  contact.note(true)
  await eventually(async () => expect(await last()).toEqual({ reached: true, at: NOON + 35_000 }))
})
