import { RelayUnreadable } from './unreadable.ts'

/** Writes and reads a relay's bytes. Numbers are whole and not negative, seven bits to a byte. */

export type Writer = {
  number: (value: number) => void
  /** Of either sign. */
  signed: (value: number) => void
  text: (value: string) => void
  raw: (value: Uint8Array) => void
  uuid: (value: string) => void
  bytes: () => Uint8Array
}

export const createWriter = (): Writer => {
  const written: number[] = []
  const lastMs = createLastMs()
  const number = (value: number): void => {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`Not a whole number: ${value}`)
    let rest = value
    while (rest >= 128) {
      written.push((rest % 128) + 128)
      rest = Math.floor(rest / 128)
    }
    written.push(rest)
  }
  const signed = (value: number): void => number(value < 0 ? -2 * value - 1 : 2 * value)
  const raw = (value: Uint8Array): void => {
    for (const byte of value) written.push(byte)
  }
  return {
    number,
    signed,
    raw,
    text: (value) => {
      const encoded = new TextEncoder().encode(value)
      number(encoded.length)
      raw(encoded)
    },
    // Ids made one after another differ little in their first 48 bits, which are milliseconds.
    uuid: (value) => {
      if (!UUID.test(value)) throw new RangeError(`Not a UUID: ${value}`)
      const hex = value.replaceAll('-', '')
      const ms = Number.parseInt(hex.slice(0, 12), 16)
      signed(ms - lastMs.take(ms))
      for (let at = 12; at < 32; at += 2) written.push(Number.parseInt(hex.slice(at, at + 2), 16))
    },
    bytes: () => Uint8Array.from(written),
  }
}

export type Reader = {
  number: () => number
  signed: () => number
  text: () => string
  raw: (length: number) => Uint8Array
  uuid: () => string
  rest: () => Uint8Array
}

/** @throws RelayUnreadable from every method, where the bytes end too early or say nothing sensible */
export const createReader = (bytes: Uint8Array): Reader => {
  let at = 0
  const lastMs = createLastMs()
  const raw = (length: number): Uint8Array => {
    if (length > bytes.length - at) throw new RelayUnreadable('damaged')
    at += length
    return bytes.subarray(at - length, at)
  }
  const number = (): number => {
    let value = 0
    for (let unit = 1; ; unit *= 128) {
      const [byte = 0] = raw(1)
      value += (byte % 128) * unit
      if (value > Number.MAX_SAFE_INTEGER) throw new RelayUnreadable('damaged')
      if (byte < 128) return value
    }
  }
  const signed = (): number => {
    const value = number()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }
  return {
    number,
    signed,
    raw,
    text: () => decodedText(raw(number())),
    uuid: () => {
      const ms = lastMs.last() + signed()
      if (ms < 0 || ms >= 2 ** 48) throw new RelayUnreadable('damaged')
      lastMs.take(ms)
      const tail = [...raw(10)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
      const hex = ms.toString(16).padStart(12, '0') + tail
      return [0, 8, 12, 16, 20].map((from, part) => hex.slice(from, UUID_ENDS[part])).join('-')
    },
    rest: () => raw(bytes.length - at),
  }
}

const UUID_ENDS = [8, 12, 16, 20, 32]
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const createLastMs = () => {
  let known = 0
  return {
    last: (): number => known,
    /** @returns the one before */
    take: (ms: number): number => {
      const before = known
      known = ms
      return before
    },
  }
}

const decodedText = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new RelayUnreadable('damaged')
  }
}

/** CRC-32, as in zip files. */
export const checksumOf = (bytes: Uint8Array): number => {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}
