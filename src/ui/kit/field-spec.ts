/** What a form shows of a field of its schema: the schema says what is allowed, this says how it is called. */
export type FieldSpec = {
  /** The property's name. */
  name: string
  label: string
  hint?: string | undefined
  /** By default the schema's kind decides. */
  control?: Control | undefined
  /** For a choice: the words of each value. */
  words?: Readonly<Record<string, string>> | undefined
}

export type Control = 'text' | 'area' | 'number' | 'choice' | 'switch' | 'day' | 'lines'

/** What a form reads of a property's JSON Schema. */
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
}

/** TypeBox's objects are JSON Schema, optional properties apart. */
export type FormSchema = { properties: Readonly<Record<string, object>>; required?: readonly string[] }

export const propertyOf = ({ properties }: FormSchema, name: string): Property => {
  const property = properties[name]
  if (property === undefined) throw new Error(`The schema has no property ${name}`)
  return property
}

const AREA_FROM = 250

export const controlOf = (spec: FieldSpec, property: Property): Control => {
  if (spec.control) return spec.control
  if (property.enum) return 'choice'
  if (property.type === 'integer' || property.type === 'number') return 'number'
  if (property.type === 'boolean') return 'switch'
  if (property.type === 'array') return 'lines'
  if (property.format === 'date') return 'day'
  return (property.maxLength ?? 0) > AREA_FROM ? 'area' : 'text'
}
