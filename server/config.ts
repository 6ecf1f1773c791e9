import { isIP } from 'node:net'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { CodedError } from './coded-error.ts'
import { projectRoot } from './paths.ts'

export type AppEnv = 'production' | 'development' | 'test'
export type LogLevel = (typeof LOG_LEVELS)[number]

const APP_ENVS: readonly AppEnv[] = ['production', 'development', 'test']
const PROXIES_MOST = 9
const SECOND_FACTOR_FOR = ['nobody', 'administrators', 'staff'] as const
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

type Setting<T> = {
  name: string
  /** For docs/operations.md, which a test compares with this table. */
  purpose: string
  /** Used if the variable is unset or empty. */
  fallback: T
  parse: (text: string) => T | undefined
  accepts: string
}

const setting = <T>(parts: Setting<T>): Setting<T> => parts

export const SETTINGS = {
  env: setting<AppEnv>({
    name: 'APP_ENV',
    purpose:
      'Where this runs. Messages meant for developers show outside production only; devices learn it from `GET config`.',
    fallback: 'production',
    parse: (text) => APP_ENVS.find((env) => env === text),
    accepts: APP_ENVS.join(', '),
  }),
  port: setting<number>({
    name: 'PORT',
    purpose: 'The port that app and API are served on; 0 takes any free one.',
    fallback: 3000,
    parse: (text) => wholeNumber(text, 0, 65_535),
    accepts: 'a whole number from 0 to 65535',
  }),
  host: setting<string | undefined>({
    name: 'HOST',
    purpose:
      'The address to listen on. `::` is every address, of IPv6 and IPv4; `127.0.0.1` this machine alone. Unset: every address, or this machine alone while the database has demo users.',
    fallback: undefined,
    parse: (text) => (/^[\w.:-]+$/.test(text) ? text : undefined),
    accepts: 'an IP address or a host name',
  }),
  trustProxy: setting<false | number | string>({
    name: 'TRUST_PROXY',
    purpose:
      'Which proxies may say, by X-Forwarded-*, who calls and whether by https: `false` for none, a comma-separated list of their addresses and networks, or how many there are in a row.',
    fallback: false,
    parse: (text) => (text === 'false' ? false : (wholeNumber(text, 1, PROXIES_MOST) ?? networksOf(text))),
    accepts: `false, the addresses of your proxies such as 10.0.0.0/8, 127.0.0.1, or how many there are in a row (1 to ${PROXIES_MOST}); true would let callers choose their own address`,
  }),
  dataDir: setting<string>({
    name: 'DATA_DIR',
    purpose:
      'Holds everything that is kept: the embedded database and mail written as files. Relative to the project.',
    fallback: join(projectRoot, 'data'),
    parse: folderOf,
    accepts: 'a folder',
  }),
  stateDir: setting<string>({
    name: 'STATE_DIR',
    purpose:
      'Where the server notes how far the database has come, to notice one that was put back. Best on another disk than the database, and kept between starts.',
    fallback: join(process.env.XDG_STATE_HOME || join(homedir(), '.local/state'), 'trolly'),
    parse: folderOf,
    accepts: 'a folder',
  }),
  databaseUrl: setting<string | undefined>({
    name: 'DATABASE_URL',
    purpose:
      'A PostgreSQL 15 or newer to use instead of the embedded one, such as `postgres://user:password@host:5432/trolly`.',
    fallback: undefined,
    parse: (text) => urlOf(text, ['postgres:', 'postgresql:']),
    accepts: 'postgres://user:password@host:port/database',
  }),
  databasePool: setting<number>({
    name: 'DATABASE_POOL',
    purpose: 'How many connections to the database one process opens at most.',
    fallback: 16,
    parse: (text) => wholeNumber(text, 2, 500),
    accepts: 'a whole number from 2 to 500',
  }),
  redisUrl: setting<string | undefined>({
    name: 'REDIS_URL',
    purpose: 'Where several instances share their rate limits. Without it, each instance counts for itself.',
    fallback: undefined,
    parse: (text) => urlOf(text, ['redis:', 'rediss:']),
    accepts: 'redis://host:port',
  }),
  rateLimitFactor: setting<number>({
    name: 'RATE_LIMIT_FACTOR',
    purpose:
      'Multiplies every rate limit: 2 for a depot of 60 phones behind one address; 0 sets none, for tests and measurements alone.',
    fallback: 1,
    parse: (text) => wholeNumber(text, 0, 1_000),
    accepts: 'a whole number from 0 to 1000',
  }),
  smtpUrl: setting<string | undefined>({
    name: 'SMTP_URL',
    purpose:
      'Where mail is handed over. Without it, mail is written to `DATA_DIR/mail/` and the log says where.',
    fallback: undefined,
    parse: (text) => urlOf(text, ['smtp:', 'smtps:']),
    accepts: 'smtp://user:password@host:port',
  }),
  mailFrom: setting<string | undefined>({
    name: 'MAIL_FROM',
    purpose:
      'The sender of mail, such as `Copper & Sons <orders@example.com>`. Needed with SMTP_URL; without either, the company’s name and address.',
    fallback: undefined,
    parse: (text) => (/^([^<>@\r\n]+<[^\s<>@]+@[\w.-]+>|[^\s<>@]+@[\w.-]+)$/.test(text) ? text : undefined),
    accepts: 'an e-mail address, or a name followed by one in angle brackets',
  }),
  publicUrl: setting<string | undefined>({
    name: 'PUBLIC_URL',
    purpose:
      'The address that people open, such as `https://orders.example.com`. Mail links to it, visitors’ pages and the sitemap name it, and passkeys belong to it; unset: mail has no links, and a passkey belongs to the address it was made at.',
    fallback: undefined,
    parse: (text) => urlOf(text, ['http:', 'https:']),
    accepts: 'https://host',
  }),
  secondFactorFor: setting<(typeof SECOND_FACTOR_FOR)[number]>({
    name: 'SECOND_FACTOR_FOR',
    purpose:
      'Whose sign-in with a password also needs an authenticator app: `nobody`’s, that of `administrators` (AD), or that of `staff` (ST, AD, NW). Anybody may turn it on for themselves.',
    fallback: 'nobody',
    parse: (text) => SECOND_FACTOR_FOR.find((who) => who === text),
    accepts: SECOND_FACTOR_FOR.join(', '),
  }),
  stripeSecretKey: setting<string | undefined>({
    name: 'STRIPE_SECRET_KEY',
    purpose:
      'Takes cards through Stripe, together with the next two. Its webhook is `/api/payment/stripe-webhook`, for `payment_intent.succeeded` and `payment_intent.payment_failed`.',
    fallback: undefined,
    parse: (text) => (/^[sr]k_\w+$/.test(text) ? text : undefined),
    accepts: 'sk_… or rk_…',
  }),
  stripePublishableKey: setting<string | undefined>({
    name: 'STRIPE_PUBLISHABLE_KEY',
    purpose: 'Stripe’s key for the pages, which `GET config` tells.',
    fallback: undefined,
    parse: (text) => (/^pk_\w+$/.test(text) ? text : undefined),
    accepts: 'pk_…',
  }),
  stripeWebhookSecret: setting<string | undefined>({
    name: 'STRIPE_WEBHOOK_SECRET',
    purpose: 'What Stripe signs its webhook’s events with.',
    fallback: undefined,
    parse: (text) => (/^whsec_\w+$/.test(text) ? text : undefined),
    accepts: 'whsec_…',
  }),
  stripeApiUrl: setting<string | undefined>({
    name: 'STRIPE_API_URL',
    purpose: 'Another address of Stripe’s API, for tests.',
    fallback: undefined,
    parse: (text) => urlOf(text, ['http:', 'https:']),
    accepts: 'https://host:port',
  }),
  exportWebhookUrl: setting<string | undefined>({
    name: 'EXPORT_WEBHOOK_URL',
    purpose:
      'Where orders are handed to your own system as they come ([handing-over-orders.md](handing-over-orders.md)). Unset: `npm run export` gives them out.',
    fallback: undefined,
    // fetch refuses others.
    parse: (text) => (/\/\/[^/]*@/.test(text) ? undefined : urlOf(text, ['http:', 'https:'])),
    accepts: 'https://host/path, without user and password',
  }),
  exportWebhookSecrets: setting<string[]>({
    name: 'EXPORT_WEBHOOK_SECRET',
    purpose:
      'What the webhook is signed with: `whsec_` and 24 to 64 random bytes as base64. Two with a blank between, while one takes the other’s place.',
    fallback: [],
    parse: (text) => {
      const secrets = text.split(/\s+/)
      return secrets.length <= 2 && secrets.every(isWebhookSecret) ? secrets : undefined
    },
    accepts: 'whsec_ followed by 24 to 64 bytes as base64, or two such with a blank between',
  }),
  seqUrl: setting<string | undefined>({
    name: 'SEQ_URL',
    purpose:
      'The Seq-compatible log service that gets the failures of devices, such as `https://seq.example.com`. Unset: devices report none.',
    fallback: undefined,
    // fetch refuses others.
    parse: (text) => (/\/\/[^/]*@/.test(text) ? undefined : urlOf(text, ['http:', 'https:'])),
    accepts: 'https://host, without user and password',
  }),
  seqApiKey: setting<string | undefined>({
    name: 'SEQ_API_KEY',
    purpose: 'The key that the log service asks for. Devices do not get it.',
    fallback: undefined,
    parse: (text) => (/^[\x21-\x7e]{1,200}$/.test(text) ? text : undefined),
    accepts: 'up to 200 characters without blanks',
  }),
  pushServices: setting<string[]>({
    name: 'PUSH_SERVICES',
    purpose:
      'The hosts that notifications may be sent to, with commas between; one that begins with a dot stands for every host that ends so. The server calls no other address that a browser names.',
    fallback: ['fcm.googleapis.com', '.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com'],
    parse: (text) => {
      const hosts = text.split(',').map((host) => host.trim())
      return hosts.every((host) => /^[\w.-]+(:\d{1,5})?$/.test(host)) ? hosts : undefined
    },
    accepts: 'hosts such as fcm.googleapis.com, .push.apple.com',
  }),
  logLevel: setting<LogLevel | undefined>({
    name: 'LOG_LEVEL',
    purpose:
      'The least that is logged, as JSON on standard output. Unset: `warn` at a terminal, else `info`.',
    fallback: undefined,
    parse: (text) => LOG_LEVELS.find((level) => level === text),
    accepts: LOG_LEVELS.join(', '),
  }),
  demoProducts: setting<number | undefined>({
    name: 'DEMO_PRODUCTS',
    purpose:
      'How many products an empty database is filled with at the first start; 0 leaves it empty. Unset: 2400 in the embedded database, none in the one of DATABASE_URL.',
    fallback: undefined,
    parse: (text) => wholeNumber(text, 0, 200_000),
    accepts: 'a whole number from 0 to 200000',
  }),
  demoPassword: setting<string | undefined>({
    name: 'DEMO_PASSWORD',
    purpose:
      'The password of the demo users, from 8 characters on. Unset: a random one for each database, printed at every start.',
    fallback: undefined,
    parse: (text) => (text.length >= 8 && text.length <= 200 ? text : undefined),
    accepts: '8 to 200 characters',
  }),
  drainMs: setting<number>({
    name: 'DRAIN_MS',
    purpose:
      'How long, after SIGTERM, the server answers "not ready" but goes on serving, so that a balancer can look elsewhere first.',
    fallback: 0,
    parse: (text) => wholeNumber(text, 0, 300_000),
    accepts: 'milliseconds from 0 to 300000',
  }),
}

export type Config = {
  [Key in keyof typeof SETTINGS]: (typeof SETTINGS)[Key] extends Setting<infer Value> ? Value : never
}

/**
 * @throws CodedError `invalid_config`, naming each wrong variable and what it accepts (never its value, which may hold
 * a password)
 */
export const readConfig = (environment: NodeJS.ProcessEnv): Config => {
  const wrong: string[] = []
  const values = Object.entries(SETTINGS).map(([key, row]: [string, Setting<unknown>]) => {
    const text = environment[row.name]?.trim() ?? ''
    if (text === '') return [key, row.fallback]
    const value = row.parse(text)
    if (value === undefined) wrong.push(`${row.name} must be ${row.accepts}`)
    return [key, value]
  })
  const isSet = (name: string): boolean => (environment[name]?.trim() ?? '') !== ''
  for (const names of TOGETHER) {
    const count = names.filter(isSet).length
    if (count > 0 && count < names.length) wrong.push(`${names.join(', ')} must be set together`)
  }
  if (isSet('SMTP_URL') && !isSet('MAIL_FROM')) wrong.push('SMTP_URL needs MAIL_FROM')
  if (isSet('SEQ_API_KEY') && !isSet('SEQ_URL')) wrong.push('SEQ_API_KEY needs SEQ_URL')
  if (wrong.length > 0) throw new CodedError('invalid_config', `${wrong.join('; ')}.`)
  return Object.fromEntries(values) as Config
}

const TOGETHER = [
  // Without one of them, cards would be charged and nobody told, or offered and refused.
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['EXPORT_WEBHOOK_URL', 'EXPORT_WEBHOOK_SECRET'],
]

function folderOf(text: string): string | undefined {
  if (text.includes('\0')) return undefined
  return isAbsolute(text) ? text : join(projectRoot, text)
}

function wholeNumber(text: string, least: number, most: number): number | undefined {
  if (!/^\d{1,9}$/.test(text)) return undefined
  const value = Number(text)
  return value >= least && value <= most ? value : undefined
}

/** Addresses, networks and proxy-addr's names, as Fastify takes them. */
function networksOf(text: string): string | undefined {
  const isNetwork = (part: string): boolean => {
    const [address = '', bits, ...more] = part.split('/')
    const most = isIP(address) === 6 ? 128 : isIP(address) === 4 ? 32 : 0
    return most > 0 && more.length === 0 && (bits === undefined || wholeNumber(bits, 1, most) !== undefined)
  }
  const parts = text.split(',').map((part) => part.trim())
  const known = ['loopback', 'linklocal', 'uniquelocal']
  return parts.every((part) => known.includes(part) || isNetwork(part)) ? parts.join(',') : undefined
}

/** Standard Webhooks defines this form. */
function isWebhookSecret(text: string): boolean {
  const [, base64 = ''] = /^whsec_([\w+/]+={0,2})$/.exec(text) ?? []
  const bytes = Buffer.from(base64, 'base64')
  return bytes.toString('base64') === base64 && bytes.length >= 24 && bytes.length <= 64
}

function urlOf(text: string, protocols: string[]): string | undefined {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol) ? text : undefined
}
