/**
 * What two builds must agree on: the names of fields, their types, and which a reader needs. Bounds, patterns and the names in an
 * enumeration are omitted, as readers ignore them.
 */

/** By path: `data[].line` → its types. */
export type Shape = ReadonlyMap<string, Field>

/** 'needed': a reader fails without it. 'sent': always sent, read with a default. 'optional': may be left out. */
export type Field = { types: string; presence: 'needed' | 'sent' | 'optional' }

export const shapeOf = (schema: unknown): Shape => {
  const shape = new Map<string, Field>([['', { types: typesOf(schema as Schema), presence: 'needed' }]])
  addFields(shape, '', schema as Schema)
  return shape
}

/** One line per shape: `:object total:number data:array data[]:object data[].note?:null|string`. */
export const textOf = (shape: Shape): string =>
  [...shape].map(([path, { types, presence }]) => `${path}${MARKS[presence]}:${types}`).join(' ')

export const parseShape = (text: string): Shape =>
  new Map(
    text.split(' ').map((part) => {
      const [, path = '', mark = '', types = ''] = /^(.*?)([?=]?):(.*)$/.exec(part) ?? []
      const presence = mark === '?' ? 'optional' : mark === '=' ? 'sent' : 'needed'
      return [path, { types, presence }]
    }),
  )

/** Differences that keep one build from reading the other's replies, in words. */
export const replyBreaches = (released: Shape, current: Shape): string[] => [
  ...[...released].flatMap(([path, was]) => {
    const field = current.get(path)
    if (!field) return [`${path} was removed`]
    if (field.types !== was.types) return [`${path} was ${was.types} and is ${field.types}`]
    if (was.presence === 'needed' && field.presence === 'optional') return [`${path} may now be missing`]
    if (was.presence !== 'needed' && field.presence === 'needed') return [`${path} lost its default`]
    return []
  }),
  ...added(released, current).flatMap(([path, { presence }]) =>
    presence === 'needed' ? [`${path} was added without a default`] : [],
  ),
]

/** Differences that make a server refuse, or misread, an older device's body. */
export const bodyBreaches = (released: Shape, current: Shape): string[] => [
  ...[...released].flatMap(([path, was]) => {
    const field = current.get(path)
    if (!field) return [`${path} is not taken any more`]
    const taken = field.types.split('|')
    if (!was.types.split('|').every((type) => taken.includes(type)))
      return [`${path} was ${was.types} and is ${field.types}`]
    return was.presence === 'optional' && field.presence !== 'optional' ? [`${path} is required now`] : []
  }),
  ...added(released, current).flatMap(([path, { presence }]) =>
    presence === 'optional' ? [] : [`${path} was added as required`],
  ),
]

/** New fields of an object that the released build knows. Fields inside a new field come and go with it. */
const added = (released: Shape, current: Shape): [string, Field][] =>
  [...current].filter(([path]) => !released.has(path) && released.has(parentOf(path)))

const parentOf = (path: string): string =>
  path.endsWith('[]') ? path.slice(0, -2) : path.replace(/\.?[^.]*$/, '')

type Schema = {
  type?: string
  const?: unknown
  default?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
}

const MARKS = { needed: '', sent: '=', optional: '?' } as const

const addFields = (shape: Map<string, Field>, path: string, schema: Schema): void => {
  for (const member of schema.anyOf ?? []) addFields(shape, path, member)
  if (schema.items) {
    shape.set(`${path}[]`, { types: typesOf(schema.items), presence: 'needed' })
    addFields(shape, `${path}[]`, schema.items)
  }
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const inside = path === '' ? name : `${path}.${name}`
    if (shape.has(inside))
      throw new Error(`Two members of a union have ${inside}: tell them apart here first`)
    shape.set(inside, { types: typesOf(field), presence: presenceOf(schema, name, field) })
    addFields(shape, inside, field)
  }
}

const presenceOf = ({ required = [] }: Schema, name: string, field: Schema): Field['presence'] =>
  !required.includes(name) ? 'optional' : field.default === undefined ? 'needed' : 'sent'

/** As src/api/read-reply.ts reads them: all number types are one. */
const typesOf = (schema: Schema): string => {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typesOf))].sort().join('|')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  // What is sent: a reader takes more.
  if (schema.type === undefined && schema.enum)
    return [...new Set(schema.enum.map((value) => typeof value))].join('|')
  return schema.type === 'integer' ? 'number' : (schema.type ?? 'any')
}
