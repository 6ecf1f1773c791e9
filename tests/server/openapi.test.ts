import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { ALL } from '#contract/all.ts'
import { ApiHeaders, type Endpoint } from '#contract/endpoint.ts'
import { ERROR_STATUS } from '#contract/errors.ts'
import { trollies } from '#contract/trollies.ts'
import { startTestApp } from '#tests/support/server.ts'

const { app } = await startTestApp()

type Described = {
  openapi: string
  info: { title: string; version: string }
  components: { securitySchemes: Record<string, object> }
  paths: Record<string, Record<string, Operation>>
}
type Operation = {
  operationId: string
  summary: string
  security?: object[]
  parameters?: { name: string; in: string; required?: boolean; example?: unknown; schema: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { content: Record<string, { schema: object }>; headers?: object }>
}

const response = await app.inject('/api/openapi.json')
const described = response.json<Described>()

// Health checks are outside the API, for monitoring.
const endpoints = ALL.filter(({ path }) => !path.startsWith('health/'))
const operationOf = ({ method, path }: Endpoint): Operation => {
  const operation = described.paths[`/api/${path}`]?.[method.toLowerCase()]
  if (operation === undefined) throw new Error(`${method} ${path} is not described`)
  return operation
}
/** Without TypeBox's own marks in the JSON Schema. */
const plain = (schema: object | undefined): unknown =>
  schema === undefined ? undefined : JSON.parse(JSON.stringify(schema))
const schemaOf = (
  { responses }: Operation,
  status: string,
): { properties?: Record<string, { enum?: string[] }> } =>
  responses[status]?.content['application/json']?.schema ?? {}

describe('the description of the API', () => {
  it('is OpenAPI 3.1 and passes an independent validator', async () => {
    expect(response.statusCode).toBe(200)
    expect(described.openapi).toBe('3.1.0')
    const result = await new Validator().validate(structuredClone(described))
    expect(result).toMatchObject({ valid: true })
  })

  it('fails that validator if it is broken', async () => {
    const broken = structuredClone(described) as { info?: unknown }
    delete broken.info
    expect(await new Validator().validate(broken)).toMatchObject({ valid: false })
  })

  it.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    'describes %s with the schemas of the contract',
    (_, endpoint) => {
      const operation = operationOf(endpoint)
      expect(operation.summary).toBe(endpoint.summary)
      expect(schemaOf(operation, '200').properties).toEqual(
        (plain(endpoint.reply) as { properties: object }).properties,
      )
      expect(operation.requestBody?.content['application/json']?.schema).toEqual(plain(endpoint.body))
      expect(operation.security).toEqual(endpoint.access === 'anyone' ? undefined : [{ token: [] }])

      const parameters = (place: string) =>
        (operation.parameters ?? []).filter((one) => one.in === place).map(({ name }) => name)
      expect(parameters('path')).toEqual(Object.keys(endpoint.params?.properties ?? {}))
      const takesVersion = endpoint.query === undefined || 'v' in endpoint.query.properties
      expect(parameters('query').includes('v')).toBe(takesVersion)
      const headers = parameters('header')
      expect(headers.includes(ApiHeaders.idempotencyKey)).toBe(endpoint.repeat === 'keyed')
      expect(headers.includes(ApiHeaders.ifMatch)).toBe(endpoint.ifMatch !== undefined)
    },
  )

  it('describes errors, with all codes of each kind', () => {
    const operation = operationOf(trollies.addItem)
    const codesOf = (status: string) => schemaOf(operation, status).properties?.code?.enum ?? []
    expect([...codesOf('4XX'), ...codesOf('5XX')].toSorted()).toEqual(Object.keys(ERROR_STATUS).toSorted())
    expect(codesOf('4XX')).toContain('version_mismatch')
    expect(codesOf('5XX')).toContain('internal')
    expect(Object.keys(operation.responses['4XX']?.headers ?? {})).toEqual([ApiHeaders.epoch])
  })

  it('gives an example of each header', () => {
    const headers = (operationOf(trollies.setItem).parameters ?? []).filter((one) => one.in === 'header')
    expect(headers).toMatchObject([
      { name: 'idempotency-key', required: false, example: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      { name: 'trolly-epoch', required: false, example: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      { name: 'if-match', required: false, example: '"3"' },
    ])
  })

  it('gives each operation a unique name', () => {
    const ids = endpoints.map((endpoint) => operationOf(endpoint).operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('describes nothing outside the contract', () => {
    const all = Object.entries(described.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(all.toSorted()).toEqual(endpoints.map(({ method, path }) => `${method} /api/${path}`).toSorted())
  })
})
