import { readFileSync, writeFileSync } from 'node:fs'
import { type TProperties, Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { ALL } from '#contract/all.ts'
import { Strict } from '#contract/endpoint.ts'
import { ErrorReply } from '#contract/errors.ts'
import { nullable, withDefault } from '#contract/values.ts'
import { NOUNS } from '#src/sync/nouns.ts'
import {
  bodyBreaches,
  parseShape,
  replyBreaches,
  type Shape,
  shapeOf,
  textOf,
} from '#tests/support/contract-shape.ts'

/** Phones and stored replies of every release must understand this build: docs/sync.md, "Older and newer builds". */

const FILE = new URL('released-contract.json', import.meta.url)

type Contract = { replies: Record<string, string>; bodies: Record<string, string> }

const current = {
  replies: new Map<string, Shape>([
    ...ALL.filter(({ media }) => media === undefined).map(
      ({ method, path, reply }) => [`${method} ${path}`, shapeOf(reply)] as const,
    ),
    ['error', shapeOf(ErrorReply)],
    ...Object.entries(NOUNS).flatMap(([noun, { conflict }]) =>
      conflict ? [[`conflict of ${noun}`, shapeOf(conflict)] as const] : [],
    ),
  ]),
  bodies: new Map<string, Shape>(
    ALL.flatMap(({ method, path, body }) => (body ? [[`${method} ${path}`, shapeOf(body)] as const] : [])),
  ),
}

const released = JSON.parse(readFileSync(FILE, 'utf8')) as Contract

const breachesOf = (
  was: Record<string, string>,
  is: ReadonlyMap<string, Shape>,
  compare: (was: Shape, is: Shape) => string[],
): string[] =>
  Object.entries(was).flatMap(([call, text]) => {
    const shape = is.get(call)
    const breaches = shape ? compare(parseShape(text), shape) : ['was removed']
    return breaches.map((breach) => `${call}: ${breach}`)
  })

describe('compatibility with earlier releases', () => {
  it('replies keep every field, and new ones have a default', () =>
    expect(breachesOf(released.replies, current.replies, replyBreaches)).toEqual([]))

  it('queued bodies are still accepted', () =>
    expect(breachesOf(released.bodies, current.bodies, bodyBreaches)).toEqual([]))

  it.runIf(process.env.RECORD_RELEASE)('the contract is recorded, with its additions', () => {
    const broken = [
      ...breachesOf(released.replies, current.replies, replyBreaches),
      ...breachesOf(released.bodies, current.bodies, bodyBreaches),
    ]
    expect(broken).toEqual([])
    const recorded = (shapes: ReadonlyMap<string, Shape>): Record<string, string> =>
      Object.fromEntries(
        [...shapes].map(([call, shape]): [string, string] => [call, textOf(shape)]).toSorted(),
      )
    const contract = { replies: recorded(current.replies), bodies: recorded(current.bodies) }
    writeFileSync(FILE, `${JSON.stringify(contract, null, 2)}\n`)
  })
})

describe('the compatibility check', () => {
  const Line = Strict({
    id: Type.String(),
    pence: nullable(Type.Integer()),
    note: Type.Optional(Type.String()),
  })
  const Reply = Strict({ data: Type.Array(Line), total: Type.Integer() })
  const was = parseShape(textOf(shapeOf(Reply)))
  const withLine = (line: TProperties) =>
    shapeOf(Strict({ ...Reply.properties, data: Type.Array(Strict(line)) }))

  it('reads back its own text', () => expect(was).toEqual(shapeOf(Reply)))

  it.each([
    [
      'a new field without a default',
      { ...Line.properties, vat: Type.Integer() },
      'data[].vat was added without a default',
    ],
    ['a removed field', { id: Type.String(), note: Line.properties.note }, 'data[].pence was removed'],
    ['another type', { ...Line.properties, id: Type.Integer() }, 'data[].id was string and is number'],
    [
      'a newly nullable field',
      { ...Line.properties, id: nullable(Type.String()) },
      'data[].id was string and is null|string',
    ],
    [
      'a field that has become optional',
      { ...Line.properties, id: Type.Optional(Type.String()) },
      'data[].id may now be missing',
    ],
    [
      'an optional field that has become required',
      { ...Line.properties, note: Type.String() },
      'data[].note lost its default',
    ],
  ])('reports %s', (_, line, breach) => expect(replyBreaches(was, withLine(line))).toEqual([breach]))

  it.each([
    ['nothing', Line.properties],
    ['an optional field', { ...Line.properties, vat: Type.Optional(Type.Integer()) }],
    [
      'any field with a default',
      { ...Line.properties, vat: withDefault(nullable(Strict({ rate: Type.Integer() })), null) },
    ],
    ['a default for a required field', { ...Line.properties, id: withDefault(Type.String(), '') }],
  ])('allows adding %s', (_, line) => expect(replyBreaches(was, withLine(line))).toEqual([]))

  it.each([
    ['a new required field', { ...Line.properties, vat: Type.Integer() }, 'data[].vat was added as required'],
    [
      'a removed field that older devices send',
      { id: Type.String(), pence: Line.properties.pence },
      'data[].note is not taken any more',
    ],
    [
      'null that is not taken',
      { ...Line.properties, pence: Type.Integer() },
      'data[].pence was null|number and is number',
    ],
    [
      'one that they may leave out',
      { ...Line.properties, note: Type.String() },
      'data[].note is required now',
    ],
  ])('reports, in a body, %s', (_, line, breach) =>
    expect(bodyBreaches(was, withLine(line))).toEqual([breach]),
  )

  it('allows a body to accept more', () =>
    expect(
      bodyBreaches(
        was,
        withLine({ ...Line.properties, id: nullable(Type.String()), vat: Type.Optional(Type.Integer()) }),
      ),
    ).toEqual([]))
})
