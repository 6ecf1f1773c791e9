/// <reference path="./edifact.d.ts" />
import { CodedError } from '#server/coded-error.ts'

/** An EDIFACT interchange (ISO 9735, syntax 1 to 3) as its messages. What a message means is for the reader of its type. */

export type Segment = {
  name: string
  /** Data elements, each with its components. */
  elements: string[][]
  /** Its place in the interchange: UNB is 1. */
  at: number
  /** The line of the file, from 1. */
  line: number
}

/** From UNH to UNT. */
export type Message = readonly [Segment, ...Segment[]]

/** UNOC means ISO 8859-1. The caller has already decoded the file's bytes as such. */
const CHARACTER_SETS = ['UNOA', 'UNOB', 'UNOC', 'UNOY']

/** A data element's component; empty if the segment ends before it. */
export const part = (segment: Segment | undefined, element: number, component = 0): string =>
  segment?.elements[element]?.[component] ?? ''

export const whyOf = ({ at, name }: Segment, why: string): string => `segment ${at} (${name}): ${why}`

export const faulty = (segment: Segment, why: string): CodedError =>
  new CodedError('invalid_edifact', `Line ${segment.line}, ${whyOf(segment, why)}`)

/**
 * A faulty envelope refuses the whole file, because messages or segments may be missing from it.
 * @throws CodedError `invalid_edifact`, naming the line and the segment
 */
export const readInterchange = async (text: string): Promise<Message[]> => {
  const segments = await segmentsOf(text)
  const [unb] = segments
  if (unb === undefined) throw faulty(NOTHING, 'An interchange begins with UNB.')
  const unz = segments.at(-1) ?? unb
  if (unz.name !== 'UNZ') throw faulty(unz, 'An interchange ends with UNZ.')
  if (part(unb, TEST_INDICATOR) === '1') throw faulty(unb, 'The interchange is marked as a test.')
  if (part(unz, 1) !== part(unb, 4)) throw faulty(unz, 'The control reference is not that of UNB.')
  const messages = messagesOf(segments.slice(1, -1))
  if (Number(part(unz, 0)) !== messages.length)
    throw faulty(unz, `It counts ${part(unz, 0)} messages, but there are ${messages.length}.`)
  return messages
}

const TEST_INDICATOR = 10
const NOTHING: Segment = { name: 'none', elements: [], at: 1, line: 1 }

/** Line by line, so that a fault names its line. The parser is loaded with the first file, not when the server starts. */
const segmentsOf = async (text: string): Promise<Segment[]> => {
  const { default: Parser } = await import('edifact/parser.js')
  const parser = new Parser()
  const segments: Segment[] = []
  const body = text.trim()
  let line = text.slice(0, text.indexOf(body)).split('\n').length
  parser.onopensegment = (name) => {
    const segment = { name, elements: [], at: segments.length + 1, line }
    // Its character set decides what the other segments may hold.
    if (segment.at === 1 && name !== 'UNB') throw faulty(segment, 'An interchange begins with UNB.')
    segments.push(segment)
  }
  parser.onelement = () => {
    segments.at(-1)?.elements.push([])
  }
  parser.oncomponent = (component) => {
    const segment = segments.at(-1)
    const element = segment?.elements.at(-1)
    element?.push(component)
    const isCharacterSet = segment?.name === 'UNB' && segment.elements.length === 1 && element?.length === 1
    if (!isCharacterSet) return
    if (!CHARACTER_SETS.includes(component))
      throw faulty(segment, `The character set must be one of ${CHARACTER_SETS.join(', ')}.`)
    parser.encoding(component)
  }
  try {
    for (const each of body.split('\n')) {
      parser.write(`${each}\n`)
      line += 1
    }
    line -= 1
    parser.end()
  } catch (error) {
    if (error instanceof CodedError) throw error
    const last = { ...(segments.at(-1) ?? NOTHING), line }
    throw faulty(last, `It, or what follows it, cannot be read: ${(error as Error).message}.`)
  }
  return segments
}

const messagesOf = (segments: readonly Segment[]): Message[] => {
  const messages: Message[] = []
  let message: [Segment, ...Segment[]] | undefined
  for (const segment of segments) {
    if (segment.name === 'UNH') {
      if (message !== undefined) throw faulty(segment, 'The message before it has no UNT.')
      message = [segment]
      continue
    }
    if (message === undefined) throw faulty(segment, 'It is outside a message.')
    message.push(segment)
    if (segment.name !== 'UNT') continue
    requireWhole(message, segment)
    messages.push(message)
    message = undefined
  }
  if (message !== undefined) throw faulty(message[0], 'The message has no UNT.')
  return messages
}

const requireWhole = (message: Message, unt: Segment): void => {
  if (Number(part(unt, 0)) !== message.length)
    throw faulty(unt, `It counts ${part(unt, 0)} segments, but there are ${message.length}.`)
  if (part(unt, 1) !== part(message[0], 0)) throw faulty(unt, 'The message reference is not that of UNH.')
}
