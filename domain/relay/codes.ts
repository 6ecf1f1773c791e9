import { checksumOf, createReader, createWriter } from './bytes.ts'
import { decodeRelay, encodeRelay } from './encode.ts'
import type { Relay } from './relay.ts'
import { RelayUnreadable } from './unreadable.ts'

/*
 * A relay as texts: one for a link, or several for QR codes that are shown in turn. Each goes behind the `#` of an address of
 * the app, so that no server sees it. A QR code stores digits, and only digits, without waste; a link is shorter in base64url.
 */

/** With its address, a code of this many bytes is a QR code of version 24 at level M: 113 modules, which phones read from a phone. */
export const PART_BYTES_MAX = 800

const FORMAT = 1

/** The text of the whole, for a link. */
export const linkTextOf = (relay: Relay): string => {
  const data = encodeRelay(relay)
  return toBase64Url(partOf(data, { at: 0, of: 1, check: checksumOf(data) }))
}

/** The texts of QR codes: digits only. */
export const codeTextsOf = (relay: Relay): string[] => {
  const data = encodeRelay(relay)
  const of = Math.ceil(data.length / PART_BYTES_MAX)
  // Evenly, so that no code is denser than it has to be.
  const size = Math.ceil(data.length / of)
  const check = checksumOf(data)
  return Array.from({ length: of }, (_, at) =>
    toDigits(partOf(data.subarray(at * size, (at + 1) * size), { at, of, check })),
  )
}

/** Part of a relay. `id` is the same in all parts of one. */
export type Part = { id: number; at: number; of: number; data: Uint8Array }

/** @param text of a code or link, with or without the address before its `#` @throws RelayUnreadable */
export const readPart = (text: string): Part => {
  const trimmed = text.trim()
  const fragment = trimmed.slice(trimmed.lastIndexOf('#') + 1)
  const bytes = /^\d+$/.test(fragment) ? fromDigits(fragment) : fromBase64Url(fragment)
  const from = createReader(bytes)
  const format = from.number()
  if (format !== FORMAT) throw new RelayUnreadable(format > FORMAT && format < 8 ? 'newer' : 'foreign')
  const at = from.number()
  const of = from.number()
  const id = from.number()
  const data = from.rest()
  if (of < 1 || of > PARTS_MAX || at >= of || data.length === 0) throw new RelayUnreadable('foreign')
  if (of === 1 && checksumOf(data) !== id) throw new RelayUnreadable('damaged')
  return { id, at, of, data }
}

const PARTS_MAX = 64

/** The parts that have arrived, in any order. Another relay's part begins anew. */
export type Collected = readonly Part[]

/** A part that was damaged in a way that its code did not notice would spoil the rest: `relayOf` says so. */
export const collect = (before: Collected, part: Part): Collected => {
  const same = before.filter(({ id, of }) => id === part.id && of === part.of)
  return same.some(({ at }) => at === part.at) ? same : [...same, part]
}

/** undefined: parts are missing. @throws RelayUnreadable */
export const relayOf = (parts: Collected): Relay | undefined => {
  const [first] = parts
  if (!first || parts.length < first.of) return undefined
  const inOrder = parts.toSorted((a, b) => a.at - b.at)
  const data = Uint8Array.from(inOrder.flatMap((part) => [...part.data]))
  if (checksumOf(data) !== first.id) throw new RelayUnreadable('damaged')
  return decodeRelay(data)
}

const partOf = (data: Uint8Array, { at, of, check }: { at: number; of: number; check: number }) => {
  const out = createWriter()
  out.number(FORMAT)
  out.number(at)
  out.number(of)
  out.number(check)
  out.raw(data)
  return out.bytes()
}

/** Six bytes are fifteen digits, 96 % of what a QR code could hold. The rest takes as many as it needs. */
const DIGITS_OF = [0, 3, 5, 8, 10, 13, 15]
const GROUP = 6

const toDigits = (bytes: Uint8Array): string => {
  let digits = ''
  for (let at = 0; at < bytes.length; at += GROUP) {
    const group = bytes.subarray(at, at + GROUP)
    const value = group.reduce((sum, byte) => sum * 256 + byte, 0)
    digits += String(value).padStart(DIGITS_OF[group.length] ?? 0, '0')
  }
  return digits
}

const fromDigits = (digits: string): Uint8Array => {
  const bytes: number[] = []
  for (let at = 0; at < digits.length; at += 15) {
    const group = digits.slice(at, at + 15)
    const size = DIGITS_OF.indexOf(group.length)
    let value = Number(group)
    if (size < 1 || value >= 256 ** size) throw new RelayUnreadable('foreign')
    const start = bytes.length
    for (let place = size - 1; place >= 0; place--) {
      bytes[start + place] = value % 256
      value = Math.floor(value / 256)
    }
  }
  return Uint8Array.from(bytes)
}

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const fromBase64Url = (text: string): Uint8Array => {
  if (!/^[\w-]+$/.test(text)) throw new RelayUnreadable('foreign')
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    )
  } catch {
    throw new RelayUnreadable('foreign')
  }
}
