import { Dexie } from 'dexie'
import { describe, expect, it, test } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { messageOf, messageOfError, saysSignedOut } from '#src/api/messages.ts'

const NO_DATA = 'No Error Message Found, please check your internet connection'

describe('the message of a failed reply, in the order of the specification’s section 8', () => {
  it.each<[row: string, data: unknown, text: string]>([
    ['1. no data', undefined, NO_DATA],
    ['1. null', null, NO_DATA],
    ['1. an empty text', '', NO_DATA],
    ['2. a list of messages, joined', { messages: ['Too many', 'Too late'] }, 'Too many, Too late'],
    ['2. before a message', { messages: ['First'], message: 'Second', error: 'Third' }, 'First'],
    ['3. a message', { message: 'Not found' }, 'Not found'],
    ['3. a message in a message', { message: { message: 'Inner' } }, 'Inner'],
    ['3. before an error', { message: 'First', error: 'Second' }, 'First'],
    ['3. also beside an empty list of messages', { messages: [], message: 'Not found' }, 'Not found'],
    ['4. an error', { error: 'Unavailable' }, 'Unavailable'],
    ['5. a list, joined', ['Too many', 'Too late'], 'Too many, Too late'],
    ['6. a text', 'Bad gateway', 'Bad gateway'],
    ['6. a number', 502, '502'],
  ])('%s', (_, data, text) => expect(messageOf(data)).toBe(text))

  it.each<[data: unknown, signsOut: boolean]>([
    [{ message: 'Route [login] not defined.' }, true],
    [{ message: { message: 'Route [login] not defined.' } }, true],
    [{ error: 'Route [login] not defined.' }, false],
    ['Route [login] not defined.', false],
    [{ message: 'Route [home] not defined.' }, false],
  ])('3. signs out by its one text: %j is %s', (data, signsOut) => expect(saysSignedOut(data)).toBe(signsOut))

  it('is the failure’s own text where no reply came', () => {
    const noReply = new ApiError({ status: 0, code: 'no_reply', message: NO_DATA })
    expect(messageOfError(noReply)).toBe(NO_DATA)
  })
})

test('a failed write says whether the device is full or its storage cannot be read', () => {
  const full = new DOMException('Full', 'QuotaExceededError')
  for (const error of [full, new Dexie.AbortError(full), new Dexie.QuotaExceededError(full)])
    expect(messageOfError(error)).toMatch(/^This device is out of space/)
  for (const error of [new Dexie.DatabaseClosedError(), new DOMException('', 'UnknownError')])
    expect(messageOfError(error)).toMatch(/^This device’s storage can’t be read/)
  expect(messageOfError(new Error('Broken'))).toBe('Broken')
})
