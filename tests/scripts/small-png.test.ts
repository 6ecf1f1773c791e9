import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { inFewColours } from '#e2e/support/small-png.ts'

/** Drawn by Chromium: see scripts/icons.mjs. */
const ICON = readFileSync(join(import.meta.dirname, '../../public/icons/trolly-maskable-192.png'))

/** Its chunks, each checked as a PNG reader does. */
const partsOf = (png: Buffer): Record<string, Buffer> => {
  const parts: Record<string, Buffer> = {}
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    parts[png.toString('latin1', at + 4, at + 8)] = png.subarray(at + 8, at + 8 + png.readUInt32BE(at))
  return parts
}

test('keeps a screenshot unchanged, with at most 256 colours', () => {
  const small = inFewColours(ICON)
  const { IHDR, PLTE, IDAT } = partsOf(small)
  if (!IHDR || !PLTE || !IDAT) throw new Error('A part of the picture is missing')
  expect([IHDR.readUInt32BE(0), IHDR.readUInt32BE(4), ...IHDR.subarray(8)]).toEqual([192, 192, 8, 3, 0, 0, 0])
  expect(PLTE.length).toBeLessThanOrEqual(256 * 3)
  const lines = inflateSync(IDAT)
  expect(lines.length).toBe(193 * 192)
  const colourAt = (x: number, y: number) =>
    PLTE.readUIntBE((lines[y * 193 + 1 + x] ?? 0) * 3, 3).toString(16)
  // The background, and the middle of a wheel.
  expect(colourAt(2, 2)).toBe('447e')
  expect(colourAt(122, 131)).toBe('ffffff')
})

test('rejects any other kind of picture', () => {
  expect(() => inFewColours(inFewColours(ICON))).toThrow('colours 3')
})
