import { type FieldSpec, type FormSchema, type Property, propertyOf } from './field-spec.ts'

/** Validates like the server to save a round trip; schema keywords not covered here are left to the server. */
export const problemsOf = (
  schema: FormSchema,
  fields: readonly FieldSpec[],
  values: Readonly<Record<string, unknown>>,
): Record<string, string> => {
  const problems: Record<string, string> = {}
  for (const { name, label, ...words } of fields) {
    const isRequired = schema.required?.includes(name) ?? false
    const problem = problemOf(propertyOf(schema, name), values[name], isRequired)
    const own = problem === BLANK ? words.missing : problem === MISFORMED ? words.misformed : undefined
    if (problem !== undefined) problems[name] = own ?? `${label} ${problem}`
  }
  return problems
}

const BLANK = 'cannot be blank'
const MISFORMED = 'is not in the right format'

const problemOf = (property: Property, value: unknown, isRequired: boolean): string | undefined => {
  if (Array.isArray(value)) return listProblem(property, value)
  if (value === null && property.nullable) return undefined
  if (value === undefined || value === '') {
    const mayBeBlank = !isRequired || (property.type === 'string' && !property.minLength && !property.enum)
    return mayBeBlank ? undefined : BLANK
  }
  if (typeof value === 'number') return numberProblem(property, value)
  return typeof value === 'string' ? textProblem(property, value) : undefined
}

const listProblem = ({ items = {}, minItems = 0, maxItems }: Property, value: unknown[]) => {
  if (value.length < minItems) return minItems === 1 ? BLANK : `must have ${minItems} or more`
  if (maxItems !== undefined && value.length > maxItems) return `must have ${maxItems} or fewer`
  return value.map((item) => problemOf(items, item, true)).find((problem) => problem !== undefined)
}

const numberProblem = ({ type, minimum, maximum }: Property, value: number) => {
  if (Number.isNaN(value)) return 'must be a number'
  if (type === 'integer' && !Number.isInteger(value)) return 'must be a whole number'
  if (minimum !== undefined && value < minimum) return `must be ${minimum.toLocaleString('en-GB')} or more`
  if (maximum !== undefined && value > maximum) return `must be ${maximum.toLocaleString('en-GB')} or less`
  return undefined
}

const textProblem = ({ minLength = 0, maxLength, pattern, ...property }: Property, value: string) => {
  if (property.enum && !property.enum.includes(value)) return 'must be one of the choices'
  if (value.trim() === '' && minLength > 0) return BLANK
  if (value.length < minLength) return `must be ${minLength} characters or more`
  if (maxLength !== undefined && value.length > maxLength)
    return `must be ${maxLength.toLocaleString('en-GB')} characters or fewer`
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) return MISFORMED
  return undefined
}
