import { Dexie } from 'dexie'
import { expect, test } from 'vitest'
import { messageOfError } from '#src/api/messages.ts'

test('a failed write says whether the device is full or its storage cannot be read', () => {
  const full = new DOMException('Full', 'QuotaExceededError')
  for (const error of [full, new Dexie.AbortError(full), new Dexie.QuotaExceededError(full)])
    expect(messageOfError(error)).toMatch(/^This device is out of space/)
  for (const error of [new Dexie.DatabaseClosedError(), new DOMException('', 'UnknownError')])
    expect(messageOfError(error)).toMatch(/^This device’s storage can’t be read/)
  expect(messageOfError(new Error('Broken'))).toBe('Broken')
})
