import { expect, it } from 'vitest'
import {
  isAtLeastAsNew,
  isNewer,
  readSnapshot,
  snapshotText,
} from '#server/features/products/downloads/snapshot.ts'

const read = (text: string) => {
  const snapshot = readSnapshot(text)
  if (snapshot === undefined) throw new Error(`Not a snapshot: ${text}`)
  return snapshot
}

it.each(['10:10:', '10:20:10', '10:20:10,14,19', '999999999999999999:999999999999999999:'])(
  'reads and writes %s',
  (text) => {
    expect(snapshotText(read(text))).toBe(text)
  },
)

it.each(['', '10', '10:20', '10:20:x', '10:20:10,', ':20:', '-1:20:', '1:9999999999999999999:'])(
  'rejects %j',
  (text) => {
    expect(readSnapshot(text)).toBeUndefined()
  },
)

it.each([
  ['10:20:10,14', '10:20:10,14', false],
  ['14:20:14', '10:20:10,14', true],
  ['10:21:10,14', '10:20:10,14', true],
  // Started after the other was taken, and not visible to it either.
  ['10:25:10,14,22', '10:20:10,14', true],
  ['20:20:', '10:20:10', true],
])('%s has seen all that %s saw', (later, earlier, newer) => {
  expect(isAtLeastAsNew(read(later), read(earlier))).toBe(true)
  expect(isNewer(read(later), read(earlier))).toBe(newer)
})

it.each([
  ['10:20:10,14', '14:20:14'],
  ['10:20:10', '10:21:10'],
  // Each saw what the other did not.
  ['10:30:10', '12:20:12'],
])('%s has not seen all that the other snapshot saw', (one, other) => {
  expect(isAtLeastAsNew(read(one), read(other))).toBe(false)
  expect(isNewer(read(one), read(other))).toBe(false)
})

it('becomes an older snapshot if too many transactions were running to list', () => {
  const running = Array.from({ length: 17 }, (_, n) => 100 + n)
  expect(read(`100:200:${running.join(',')}`)).toEqual({ xmax: 100n, running: [] })
})
