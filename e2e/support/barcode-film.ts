import { closeSync, openSync, writeSync } from 'node:fs'

/** A film for Chromium's fake camera (--use-file-for-fake-video-capture), in the format YUV4MPEG2. */

const WIDTH = 480
const HEIGHT = 360
const FRAMES_PER_SECOND = 4
const MODULE_PX = 4
const BAR_TOP = 100
const BAR_BOTTOM = 260
const WHITE = 235
const BLACK = 16

/** GS1 General Specifications, section 5.2.1: sets A and B left of the middle, chosen by the first digit; set C right of it. */
const SET_A = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
]
const SETS_BY_FIRST = [
  'AAAAAA',
  'AABABB',
  'AABBAB',
  'AABBBA',
  'ABAABB',
  'ABBAAB',
  'ABBBAA',
  'ABABAB',
  'ABABBA',
  'ABBABA',
]

const inverted = (bits: string): string => [...bits].map((bit) => (bit === '1' ? '0' : '1')).join('')

const bitsOf = (digit: string, set: string): string => {
  const a = SET_A[Number(digit)] ?? ''
  if (set === 'A') return a
  return set === 'C' ? inverted(a) : [...inverted(a)].reverse().join('')
}

const ean13 = (gtin: string): string => {
  const sets = SETS_BY_FIRST[Number(gtin[0])] ?? ''
  const left = [...gtin.slice(1, 7)].map((digit, place) => bitsOf(digit, sets[place] ?? ''))
  const right = [...gtin.slice(7)].map((digit) => bitsOf(digit, 'C'))
  return ['101', ...left, '01010', ...right, '101'].join('')
}

/** @param bits '' is an empty frame */
const frameOf = (bits: string): Buffer => {
  const frame = Buffer.alloc((WIDTH * HEIGHT * 3) / 2, 128)
  frame.fill(WHITE, 0, WIDTH * HEIGHT)
  const left = Math.floor((WIDTH - bits.length * MODULE_PX) / 2)
  for (let y = BAR_TOP; y < BAR_BOTTOM; y += 1)
    for (const [place, bit] of [...bits].entries())
      if (bit === '1')
        frame.fill(BLACK, y * WIDTH + left + place * MODULE_PX, y * WIDTH + left + (place + 1) * MODULE_PX)
  return frame
}

/** Each barcode for three quarters of a second, after two seconds of nothing; then nothing for so long that no test sees it again. */
export const writeBarcodeFilm = (file: string, gtins: readonly string[]): void => {
  const film = openSync(file, 'w')
  const empty = frameOf('')
  const show = (frame: Buffer, frames: number): void => {
    for (let shown = 0; shown < frames; shown += 1) {
      writeSync(film, 'FRAME\n')
      writeSync(film, frame)
    }
  }
  writeSync(film, `YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES_PER_SECOND}:1 Ip A1:1 C420jpeg\n`)
  show(empty, 2 * FRAMES_PER_SECOND)
  for (const gtin of gtins) {
    show(frameOf(ean13(gtin)), 3)
    show(empty, 1)
  }
  show(empty, 60 * FRAMES_PER_SECOND)
  closeSync(film)
}
