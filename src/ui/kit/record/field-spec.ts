export type FieldSpec = {
  name: string
  label: string
  hint?: string | undefined
  control?: Control | undefined
  words?: Readonly<Record<string, string>> | undefined
  type?: 'email' | 'tel' | 'postcode'
  /** What the browser fills in; nothing by default. */
  autoComplete?: string
  /** Of an area or of lines. */
  rows?: number
  /** Of lines: commas separate entries too. Spaces do not, since a code may hold some. */
  commas?: boolean
  /** Says what to do where it is blank, or in another form than the schema's pattern: "Enter your name". */
  missing?: string
  misformed?: string
  /** The heading of a part of the form, which begins with this field. */
  part?: string
  /** On a page's form it shares a line with the next one. */
  half?: boolean
}

/** `money`: pence, typed in pounds. `percent`: basis points, typed in per cent. `choices`: several of a list. `weekdays`: ISO, 1 Monday to 7 Sunday. */
export type Control =
  | 'text'
  | 'area'
  | 'number'
  | 'money'
  | 'percent'
  | 'choice'
  | 'choices'
  | 'switch'
  | 'day'
  | 'time'
  | 'weekdays'
  | 'lines'
  | 'password'

export type Property = {
  type?: string
  format?: string
  enum?: readonly string[]
  minLength?: number
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: Property
  /** Blank is null. */
  nullable?: boolean
  anyOf?: readonly Property[]
}

/** TypeBox objects are JSON Schema, apart from optional properties. */
export type FormSchema = { properties: Readonly<Record<string, object>>; required?: readonly string[] }

export const propertyOf = ({ properties }: FormSchema, name: string): Property => {
  const property = properties[name]
  if (property === undefined) throw new Error(`The schema has no property ${name}`)
  const { anyOf, ...rest } = property as Property
  const either = anyOf?.find(({ type }) => type !== 'null')
  return either === undefined
    ? rest
    : { ...either, nullable: anyOf?.some(({ type }) => type === 'null') ?? false }
}

const AREA_FROM = 250

export const controlOf = (spec: FieldSpec, property: Property): Control => {
  if (spec.control) return spec.control
  if (spec.type) return 'text'
  if (property.enum) return 'choice'
  if (property.type === 'integer' || property.type === 'number') return numberControlOf(spec.name)
  if (property.type === 'boolean') return 'switch'
  if (property.type === 'array') return property.items?.enum ? 'choices' : 'lines'
  if (property.format === 'date') return 'day'
  return (property.maxLength ?? 0) > AREA_FROM ? 'area' : 'text'
}

const numberControlOf = (name: string): Control => {
  if (name.endsWith('Pence')) return 'money'
  return /basisPoints$/i.test(name) ? 'percent' : 'number'
}
