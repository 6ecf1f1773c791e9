import { describe, expect, it } from 'vitest'
import { createScanReader, scannedCode } from '#domain/scanned-code.ts'

describe('a scanned code', () => {
  it.each([
    ['5012345678900', '5012345678900'],
    [' 216821 ', '216821'],
    ['(01)05012345678900(10)L12', '05012345678900'],
    ['0105012345678900\u001D10L12', '05012345678900'],
    [']C10205012345678900374', '05012345678900'],
    ['\u001D0105012345678900', '05012345678900'],
    ['https://id.gs1.org/01/05012345678900/10/L12?x=1', '05012345678900'],
    // The check digit is wrong, so it is not what it seems.
    ['0105012345678901', '0105012345678901'],
  ])('in %j is %s', (read, code) => {
    expect(scannedCode(read)).toBe(code)
  })
})

describe('a handheld scanner', () => {
  const type = (keys: string, gapMs: number): (string | undefined)[] => {
    const read = createScanReader()
    return [...keys.split(''), 'Enter'].map((key, place) => read({ key, atMs: place * gapMs }).code)
  }

  it('is told from a person by its speed', () => {
    expect(type('5012345678900', 20).at(-1)).toBe('5012345678900')
    expect(type('5012345678900', 200).at(-1)).toBeUndefined()
  })

  it('types nothing but digits, and at least eight', () => {
    expect(type('50123456', 20).at(-1)).toBe('50123456')
    expect(type('5012345', 20).at(-1)).toBeUndefined()
    expect(type('gh12345678', 20).at(-1)).toBe('12345678')
    expect(type('12345678gh', 20).at(-1)).toBeUndefined()
  })
})
