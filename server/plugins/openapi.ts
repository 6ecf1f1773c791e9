import swagger from '@fastify/swagger'
import type { FastifySchema } from 'fastify'
import fp from 'fastify-plugin'
import { ApiHeaders, type Endpoint } from '#contract/endpoint.ts'
import { ERROR_STATUS } from '#contract/errors.ts'

/** The API's description, from the routes' schemas. Headers are listed only here, as their own mechanisms check them. */
export const openapi = fp(
  async (app, { version }: { version: string }) => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: 'Trolly',
          version,
          description:
            'Ordering for trade customers. Every call is under /api/ and takes v=1. An error is { message, code }, ' +
            'where the code is stable; a change with an Idempotency-Key may be sent again as it is. Every reply ' +
            `carries ${ApiHeaders.epoch}: another one means that the database was restored from a backup.`,
        },
        servers: [{ url: '/' }],
        components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
      },
      stripBasePath: false,
      convertConstToEnum: false,
      transform: ({ schema, url, route }) => {
        const { endpoint } = route.config ?? {}
        return { schema: endpoint === undefined ? { hide: true } : documented(schema, endpoint), url }
      },
    })
    app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  },
  { name: 'openapi' },
)

type Documented = FastifySchema & { response: Record<string, unknown> }

function documented(schema: FastifySchema, endpoint: Endpoint): Documented {
  const { response = {} } = schema as { response?: Record<string, object> }
  const headers = headersOf(endpoint)
  return {
    ...schema,
    operationId: `${endpoint.method.toLowerCase()} ${endpoint.path}`.replace(
      /\W+(\w?)/g,
      (_, letter: string) => letter.toUpperCase(),
    ),
    tags: [endpoint.path.split('/', 1)[0] ?? ''],
    ...(endpoint.access !== 'anyone' && { security: [{ token: [] }] }),
    ...(headers && { headers }),
    response: Object.fromEntries(
      Object.entries(response).map(([status, reply]) => [
        status,
        { ...withCodes(status, reply), description: DESCRIPTIONS[status] ?? status, headers: REPLY_HEADERS },
      ]),
    ),
  }
}

/** The codes of contract/errors.ts with this status. */
function withCodes(status: string, reply: object): object {
  if (!status.endsWith('xx')) return reply
  const { properties = {} } = reply as { properties?: object }
  const codes = Object.entries(ERROR_STATUS).flatMap(([code, of]) =>
    String(of).startsWith(status.slice(0, 1)) ? [code] : [],
  )
  return { ...reply, properties: { ...properties, code: { type: 'string', enum: codes } } }
}

const REPLY_HEADERS = {
  [ApiHeaders.epoch]: { type: 'string', description: 'Another one than before: the database was restored.' },
}

const KNOWN_EPOCH = {
  type: 'string',
  description: 'Of the last reply. With another than the server’s, the change is not run: 424 epoch_changed.',
  examples: ['0198c7a2-5b7d-7e10-8c55-9a4d1f3b6e20'],
}

const DESCRIPTIONS: Record<string, string> = {
  200: 'Done.',
  '4xx': 'Refused: the code says why.',
  '5xx': 'A fault of the server: whether it was done is not known.',
}

const IF_MATCH: Record<NonNullable<Endpoint['ifMatch']>, { description: string; example: string }> = {
  line: { description: versionSeen('the line', '; 0 where there was none'), example: '"3"' },
  details: { description: versionSeen('the details: detailsVersion'), example: '"1"' },
  trolly: { description: versionSeen('the trolly'), example: '"7"' },
  present: {
    description: 'Sent where the line was seen in the trolly: gone meanwhile is 412.',
    example: '*',
  },
}

function versionSeen(of: string, more = ''): string {
  return `The version that was seen of ${of}${more}. Another one is 412; without it the last write wins.`
}

function headersOf({ repeat, ifMatch }: Endpoint): object | undefined {
  const match = ifMatch && IF_MATCH[ifMatch]
  if (repeat !== 'keyed' && match === undefined) return undefined
  return {
    type: 'object',
    properties: {
      ...(repeat === 'keyed' && {
        [ApiHeaders.idempotencyKey]: {
          type: 'string',
          format: 'uuid',
          description:
            'Made by the caller, one for each change; the same request again takes the same key. Without one, every call is new.',
          examples: ['0198c7a2-6a1e-7c3b-9f1d-2b4e8a6c0d11'],
        },
      }),
      ...(repeat === 'keyed' && { [ApiHeaders.epoch]: KNOWN_EPOCH }),
      ...(match && {
        [ApiHeaders.ifMatch]: { type: 'string', description: match.description, examples: [match.example] },
      }),
    },
  }
}
