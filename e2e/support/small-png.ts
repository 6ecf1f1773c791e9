import { crc32, deflateSync, inflateSync } from 'node:zlib'

/**
 * The same picture in 256 colours, less than half as large. For screenshots, which have few colours besides the many that smooth
 * the edges of letters: those become the nearest of the most frequent ones.
 * @param png as Chromium writes its screenshots: 8 bits a channel, not interlaced
 */
export const inFewColours = (png: Buffer): Buffer => {
  const { width, height, pixels } = decode(png)
  const palette = mostFrequent(pixels)
  const nearest = nearestIn(palette)
  const lines = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) lines[y * (width + 1) + 1 + x] = nearest(pixels[y * width + x] ?? 0)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, INDEXED, 0, 0, 0], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk(
      'PLTE',
      Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255])),
    ),
    chunk('IDAT', deflateSync(lines, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const RGB = 2
const INDEXED = 3
const RGBA = 6

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(data.length, 0)
  framed.set(named, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}

/** Pixels as 0xRRGGBB. */
function decode(png: Buffer): { width: number; height: number; pixels: Uint32Array } {
  const data: Buffer[] = []
  let header = Buffer.alloc(0)
  for (let at = SIGNATURE.length; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const type = png.toString('latin1', at + 4, at + 8)
    const content = png.subarray(at + 8, at + 8 + png.readUInt32BE(at))
    if (type === 'IHDR') header = Buffer.from(content)
    if (type === 'IDAT') data.push(content)
  }
  const width = header.readUInt32BE(0)
  const height = header.readUInt32BE(4)
  const [depth, colours, , , interlaced] = header.subarray(8)
  if (depth !== 8 || (colours !== RGB && colours !== RGBA) || interlaced !== 0)
    throw new Error(`A PNG of another kind than Chromium writes: depth ${depth}, colours ${colours}`)
  const bytes = colours === RGB ? 3 : 4
  const raw = unfiltered(inflateSync(Buffer.concat(data)), { lineBytes: width * bytes, height, bytes })
  const pixels = new Uint32Array(width * height)
  for (let at = 0; at < pixels.length; at++) pixels[at] = raw.readUIntBE(at * bytes, 3)
  return { width, height, pixels }
}

/** Each line starts with how its bytes were derived from those to the left and above (PNG specification, section 9). */
function unfiltered(
  lines: Buffer,
  { lineBytes, height, bytes }: { lineBytes: number; height: number; bytes: number },
): Buffer {
  const raw = Buffer.alloc(lineBytes * height)
  for (let y = 0; y < height; y++) {
    const filter = lines[y * (lineBytes + 1)] ?? 0
    for (let x = 0; x < lineBytes; x++) {
      const at = y * lineBytes + x
      const left = x >= bytes ? (raw[at - bytes] ?? 0) : 0
      const up = y > 0 ? (raw[at - lineBytes] ?? 0) : 0
      const corner = x >= bytes && y > 0 ? (raw[at - lineBytes - bytes] ?? 0) : 0
      raw[at] = (lines[y * (lineBytes + 1) + 1 + x] ?? 0) + predicted(filter, { left, up, corner })
    }
  }
  return raw
}

type Neighbours = { left: number; up: number; corner: number }

function predicted(filter: number, { left, up, corner }: Neighbours): number {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  if (filter !== 4) return 0
  const guess = left + up - corner
  const [toLeft, toUp, toCorner] = [left, up, corner].map((each) => Math.abs(guess - each)) as [
    number,
    number,
    number,
  ]
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

function mostFrequent(pixels: Uint32Array): number[] {
  const counts = new Map<number, number>()
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 256)
    .map(([colour]) => colour)
}

function nearestIn(palette: readonly number[]): (colour: number) => number {
  const places = new Map(palette.map((colour, place) => [colour, place]))
  return (colour) => {
    const known = places.get(colour)
    if (known !== undefined) return known
    const distances = palette.map((each) => distance(each, colour))
    const place = distances.indexOf(Math.min(...distances))
    places.set(colour, place)
    return place
  }
}

function distance(one: number, other: number): number {
  return [16, 8, 0].reduce((sum, shift) => sum + (((one >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0)
}
