import type { Checkout, LineOperation, Operation } from '#domain/trollies/operation.ts'
import { createReader, createWriter, type Reader, type Writer } from './bytes.ts'
import type { Relay, RelayedOperation } from './relay.ts'
import { RelayUnreadable } from './unreadable.ts'

/*
 * A hundred and fifty lines have to fit into a few QR codes, so lines have a form of their own. Whatever else an operation is,
 * or gains in a later build, goes as JSON: the order of its fields decides the bytes of its request, and JSON keeps it.
 */

export const encodeRelay = (relay: Relay): Uint8Array => {
  const out = createWriter()
  out.uuid(relay.trollyId)
  out.text(relay.customerId)
  out.text(relay.from)
  out.number(Math.floor(relay.madeAt / 1000))
  out.text(relay.epoch ?? '')
  out.number(relay.check)
  out.number(relay.operations.length)
  for (const relayed of relay.operations) {
    out.uuid(relayed.opId)
    out.number(relayed.expectedVersion === null ? 0 : relayed.expectedVersion + 1)
    writeOperation(out, relayed.operation, relay.operations)
  }
  return out.bytes()
}

/** @throws RelayUnreadable for anything but the whole of a relay */
export const decodeRelay = (bytes: Uint8Array): Relay => {
  const from = createReader(bytes)
  const trollyId = from.uuid()
  const customerId = from.text()
  const person = from.text()
  const madeAt = from.number() * 1000
  const epoch = from.text() || undefined
  const check = from.number()
  const count = from.number()
  if (count > OPERATIONS_READ_MAX) throw new RelayUnreadable('damaged')
  const operations: RelayedOperation[] = []
  for (let place = 0; place < count; place++) {
    const opId = from.uuid()
    const version = from.number()
    const operation = readOperation(from, { operations, addedAt: new Date(madeAt + place) })
    operations.push({ opId, operation, expectedVersion: version === 0 ? null : version - 1 })
  }
  if (from.rest().length > 0) throw new RelayUnreadable('damaged')
  return { trollyId, customerId, from: person, madeAt, epoch, check, operations }
}

/** More than a trolly's lines can need. */
const OPERATIONS_READ_MAX = 10_000

const JSON_FORM = 0
const ADD = 1
const ADD_TO_PRESENT = 2
const SET = 3
const REMOVE = 4
const CHECKOUT = 5

const LINE_FIELDS: Record<LineOperation['kind'], readonly string[]> = {
  add: ['kind', 'product_no', 'quantity', 'seenPricePence', 'toPresent', 'addedAt'],
  set: ['kind', 'product_no', 'quantity', 'seenPricePence', 'addedAt'],
  remove: ['kind', 'product_no'],
}

const writeOperation = (
  out: Writer,
  operation: Operation,
  relayed: readonly Pick<RelayedOperation, 'operation'>[],
): void => {
  if (operation.kind === 'checkout') {
    out.number(CHECKOUT)
    out.text(JSON.stringify({ ...operation, lines: [] }))
    writeSeenLines(out, operation.lines, relayed)
  } else if (isLineOperation(operation) && isPlain(operation)) {
    out.number(formOf(operation))
    writeProductNo(out, operation.product_no)
    if (operation.kind === 'remove') return
    out.number(operation.quantity)
    writePence(out, operation.seenPricePence)
  } else {
    out.number(JSON_FORM)
    out.text(JSON.stringify(operation))
  }
}

const isLineOperation = (operation: Operation): operation is LineOperation => operation.kind in LINE_FIELDS

const formOf = (operation: LineOperation): number => {
  if (operation.kind === 'add') return operation.toPresent ? ADD_TO_PRESENT : ADD
  return operation.kind === 'set' ? SET : REMOVE
}

/** `addedAt` only orders lines on this device: their order is in the relay. */
const isPlain = (operation: LineOperation): boolean =>
  operation.product_no !== '' &&
  Object.keys(operation).every((field) => LINE_FIELDS[operation.kind].includes(field))

const readOperation = (
  from: Reader,
  parts: { operations: readonly RelayedOperation[]; addedAt: Date },
): Operation => {
  const addedAt = parts.addedAt.toISOString()
  const form = from.number()
  switch (form) {
    case JSON_FORM:
      return readOperationJson(from)
    case ADD:
    case ADD_TO_PRESENT: {
      const toPresent = form === ADD_TO_PRESENT
      return { kind: 'add', ...readLine(from), toPresent, addedAt }
    }
    case SET:
      return { kind: 'set', ...readLine(from), addedAt }
    case REMOVE:
      return { kind: 'remove', product_no: readProductNo(from) }
    case CHECKOUT: {
      const checkout = readOperationJson(from) as Checkout
      return { ...checkout, lines: readSeenLines(from, parts.operations) }
    }
    default:
      throw new RelayUnreadable('damaged')
  }
}

const readLine = (from: Reader) => ({
  product_no: readProductNo(from),
  quantity: from.number(),
  seenPricePence: readPence(from),
})

const readOperationJson = (from: Reader): Operation => {
  const value = readJson(from)
  if (!('kind' in value)) throw new RelayUnreadable('damaged')
  return value as Operation
}

const readJson = (from: Reader): object => {
  let value: unknown
  try {
    value = JSON.parse(from.text())
  } catch {
    throw new RelayUnreadable('damaged')
  }
  if (typeof value !== 'object' || value === null) throw new RelayUnreadable('damaged')
  return value
}

/** A code that is a number takes three bytes instead of seven. Its length is then given as 0. */
const writeProductNo = (out: Writer, product_no: string): void => {
  if (/^[1-9]\d{0,14}$/.test(product_no)) {
    out.number(0)
    out.number(Number(product_no))
  } else out.text(product_no)
}

const readProductNo = (from: Reader): string => from.text() || String(from.number())

const writePence = (out: Writer, pence: number | null): void => out.number(pence === null ? 0 : pence + 1)

const readPence = (from: Reader): number | null => {
  const pence = from.number()
  return pence === 0 ? null : pence - 1
}

type SeenLine = Checkout['lines'][number]

/** Without a note and anything agreed, as most are. */
const PLAIN_TERMS = { note: '', substitution: null }
const PLAIN_KEYS = 'product_no,quantity,unitPricePence,note,substitution'
const isPlainLine = (line: SeenLine): boolean =>
  Object.keys(line).join() === PLAIN_KEYS && line.note === '' && line.substitution === null

/** How a line of the order is written; from NAMED on, as the operation at that place left it. */
const WHOLE = 0
const AS_JSON = 1
const NAMED = 2

const writeSeenLines = (
  out: Writer,
  lines: readonly SeenLine[],
  relayed: readonly Pick<RelayedOperation, 'operation'>[],
): void => {
  out.number(lines.length)
  const places = new Map(relayed.map(({ operation }, place) => [seenLineKey(seenLineOf(operation)), place]))
  const end = relayed.findIndex(({ operation }) => operation.kind === 'checkout')
  for (const line of lines) {
    const place = places.get(seenLineKey(line))
    if (!isPlainLine(line)) {
      out.number(AS_JSON)
      out.text(JSON.stringify(line))
    } else if (place !== undefined && place < end) {
      out.number(NAMED + place)
    } else {
      out.number(WHOLE)
      writeProductNo(out, line.product_no)
      out.number(line.quantity)
      writePence(out, line.unitPricePence)
    }
  }
}

const readSeenLines = (from: Reader, operations: readonly RelayedOperation[]): SeenLine[] => {
  const count = from.number()
  if (count > OPERATIONS_READ_MAX) throw new RelayUnreadable('damaged')
  return Array.from({ length: count }, () => {
    const form = from.number()
    if (form === AS_JSON) return readJson(from) as SeenLine
    if (form === WHOLE) {
      const product_no = readProductNo(from)
      const quantity = from.number()
      return { product_no, quantity, unitPricePence: readPence(from), ...PLAIN_TERMS }
    }
    const earlier = operations[form - NAMED]
    const line = earlier && seenLineOf(earlier.operation)
    if (!line) throw new RelayUnreadable('damaged')
    return line
  })
}

const seenLineOf = (operation: Operation): SeenLine | undefined =>
  operation.kind === 'add' || operation.kind === 'set'
    ? {
        product_no: operation.product_no,
        quantity: operation.quantity,
        unitPricePence: operation.seenPricePence,
        ...PLAIN_TERMS,
      }
    : undefined

const seenLineKey = (line: SeenLine | undefined): string => JSON.stringify(line ?? null)
