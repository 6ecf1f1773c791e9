import { expect, test } from 'vitest'
import type { TrollyRecord } from '#domain/trollies/operation.ts'
import type { LaneWork, Work } from '#src/features/status/read-work.ts'
import { workStatus } from '#src/features/status/work-status.ts'
import { aCreate, aRecord } from '#tests/support/signed-in.tsx'

const NOW = new Date('2026-11-20T12:30:00Z')
const NINE_TWELVE = Date.parse('2026-11-20T09:12:00Z')
const refusal = { code: 'checked_out', message: '', status: 409 }

const lane = (records: Partial<TrollyRecord>[], parts: Partial<LaneWork> = {}): LaneWork => {
  const queue = records.map(
    (record, seq): TrollyRecord => ({
      ...aRecord({ lane: 'trolly:T', operation: aCreate('T'), ...record }),
      seq,
    }),
  )
  return {
    lane: 'trolly:T',
    name: 'Trolly',
    queue,
    decisions: queue.flatMap(({ opId, operation, state }) =>
      state === 'attention' ? [{ opId, operation, refusal }] : [],
    ),
    held: null,
    isOfNewerBuild: false,
    ...parts,
  }
}

const shown = (
  work: Partial<Pick<Work, 'lanes' | 'contact' | 'pricesAt' | 'downloadShare'>>,
  storage: Partial<Parameters<typeof workStatus>[0]['storage']> = {},
  readsFailed = false,
  lateOrders = 0,
  isOutdated = false,
): string => {
  const { state, words, shortWords } = workStatus({
    work: {
      lanes: [],
      contact: { reached: true, at: NINE_TWELVE },
      pricesAt: null,
      downloadShare: null,
      ...work,
    },
    storage: { database: 'open', notSaved: null, ...storage },
    readsFailed,
    lateOrders,
    isOutdated,
    now: NOW,
  })
  return [state, words, shortWords].filter(Boolean).join(' | ')
}

const AWAY = { reached: false, at: NINE_TWELVE }

test('nothing waiting shows all sent', () => {
  expect(shown({})).toBe('sent | All sent')
})

test('an order whose cut-off has passed asks for attention, unless something else does', () => {
  const waiting = { lanes: [lane([{}])], contact: AWAY }
  expect(shown(waiting, {}, false, 1)).toBe('attention | Order not placed | Not placed')
  expect(shown(waiting, {}, false, 2)).toBe('attention | 2 orders not placed | Not placed')
  expect(shown({ lanes: [lane([{ state: 'attention' }])] }, {}, false, 1)).toBe('attention | 1 action needed')
})

test('work that the server takes from newer builds only is not being sent', () => {
  expect(shown({ lanes: [lane([{}])] }, {}, false, 0, true)).toBe(
    'waiting | 1 saved on this device | 1 saved',
  )
})

test('in memory, changes that wait in a database that does not open are not sent', () => {
  const memory = { database: 'memory', stranded: 3 } as const
  expect(shown({}, memory)).toBe('waiting | 3 earlier changes not sent yet | 3 not sent')
  expect(shown({ lanes: [lane([{}])] }, memory)).toBe('waiting | 1 not sent yet')
  expect(shown({}, { ...memory, stranded: 0 })).toBe('sent | All sent')
})

test('nothing waiting, but a failed read, shows not up to date', () => {
  expect(shown({}, {}, true)).toBe('offline | Not up to date')
  expect(shown({ lanes: [lane([{}])] }, {}, true)).toBe('sending | Sending 1')
  expect(shown({ contact: AWAY }, {}, true)).toBe('offline | Offline | Offline')
})

test('a change about to be sent is shown as sending', () => {
  expect(shown({ lanes: [lane([{}, { state: 'sending', attempts: 1 }])] })).toBe('sending | Sending 2')
})

test('a change without a reply is shown as saved on this device', () => {
  expect(shown({ lanes: [lane([{ attempts: 1 }, {}, {}])] })).toBe(
    'waiting | 3 saved on this device | 3 saved',
  )
})

test('offline, every waiting change is shown as saved on this device, even before its first attempt', () => {
  expect(shown({ lanes: [lane([{}])], contact: AWAY })).toBe('waiting | 1 saved on this device | 1 saved')
  expect(shown({ lanes: [lane([{}])], contact: undefined })).toBe(
    'waiting | 1 saved on this device | 1 saved',
  )
})

test('decisions come before waiting changes, and a trolly on hold counts as one', () => {
  const asking = lane([{ state: 'attention' }, { state: 'attention' }, {}])
  const held = lane([{ state: 'held' }, { state: 'held' }], { held: refusal })
  expect(shown({ lanes: [asking], contact: AWAY })).toBe('attention | 2 actions needed')
  expect(shown({ lanes: [held] })).toBe('attention | 1 action needed')
  expect(shown({ lanes: [asking, held] })).toBe('attention | 3 actions needed')
})

test('offline with nothing waiting shows the age of the prices', () => {
  expect(shown({ contact: AWAY, pricesAt: NINE_TWELVE })).toBe(
    'offline | Offline · prices as of 09:12 | Offline',
  )
  expect(shown({ contact: AWAY, pricesAt: Date.parse('2026-11-18T09:12:00Z') })).toBe(
    'offline | Offline · prices as of Wed 18 Nov | Offline',
  )
  expect(shown({ contact: AWAY })).toBe('offline | Offline | Offline')
})

test('the first download of products shows its progress after everything else', () => {
  expect(shown({ downloadShare: 0.416 })).toBe('sending | Downloading products, 41% | 41%')
  expect(shown({ downloadShare: 0.998 })).toBe('sending | Downloading products, 99% | 99%')
  expect(shown({ downloadShare: 1 })).toBe('sending | Downloading products, 99% | 99%')
  expect(shown({ downloadShare: 0.4, lanes: [lane([{}])] })).toBe('sending | Sending 1')
})

test('an unsaved change comes before everything', () => {
  const asking = lane([{ state: 'attention' }])
  expect(shown({ lanes: [asking] }, { notSaved: { reason: 'full' } })).toBe('attention | NOT saved')
  expect(shown({ lanes: [asking] }, { database: 'unavailable' })).toBe(
    'attention | Nothing can be saved | Not saved',
  )
})
