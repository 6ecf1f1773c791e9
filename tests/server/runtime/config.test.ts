import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { START_ERROR_CODES } from '#server/coded-error.ts'
import { readConfig, SETTINGS } from '#server/config.ts'
import { projectRoot } from '#server/paths.ts'

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`

describe('the settings', () => {
  it('need no variables', () => {
    expect(readConfig({})).toMatchObject({
      env: 'production',
      port: 3000,
      host: undefined,
      dataDir: join(projectRoot, 'data'),
      databaseUrl: undefined,
      trustProxy: false,
    })
  })

  it('treat an empty variable as unset, and ignore blanks around a value', () => {
    expect(readConfig({ PORT: '', DATA_DIR: ' ', LOG_LEVEL: ' debug ' })).toMatchObject({
      port: 3000,
      dataDir: join(projectRoot, 'data'),
      logLevel: 'debug',
    })
  })

  it.each([
    ['PORT', '4100', { port: 4100 }],
    ['PORT', '0', { port: 0 }],
    ['DATA_DIR', '/srv/trolly', { dataDir: '/srv/trolly' }],
    ['DATA_DIR', 'elsewhere', { dataDir: join(projectRoot, 'elsewhere') }],
    ['DATABASE_URL', 'postgresql://db/trolly', { databaseUrl: 'postgresql://db/trolly' }],
    ['TRUST_PROXY', 'false', { trustProxy: false }],
    ['TRUST_PROXY', '2', { trustProxy: 2 }],
    ['TRUST_PROXY', '10.0.0.0/8, 127.0.0.1', { trustProxy: '10.0.0.0/8,127.0.0.1' }],
    ['TRUST_PROXY', 'loopback, fd00::/8', { trustProxy: 'loopback,fd00::/8' }],
    ['APP_ENV', 'development', { env: 'development' }],
    ['DEMO_PRODUCTS', '40000', { demoProducts: 40_000 }],
  ])('read %s=%s', (name, value, expected) => {
    expect(readConfig({ [name]: value })).toMatchObject(expected)
  })

  it('accept an order webhook with one secret or two, and neither setting alone', () => {
    const exportWebhookUrl = 'https://erp.example.com/orders'
    const read = (secret: string) =>
      readConfig({ EXPORT_WEBHOOK_URL: exportWebhookUrl, EXPORT_WEBHOOK_SECRET: secret })
    expect(read(SECRET)).toMatchObject({ exportWebhookUrl, exportWebhookSecrets: [SECRET] })
    expect(read(`${SECRET} ${SECRET}`).exportWebhookSecrets).toEqual([SECRET, SECRET])
    for (const name of ['EXPORT_WEBHOOK_URL', 'EXPORT_WEBHOOK_SECRET'])
      expect(() => readConfig({ [name]: name.endsWith('URL') ? exportWebhookUrl : SECRET })).toThrowError(
        'EXPORT_WEBHOOK_URL, EXPORT_WEBHOOK_SECRET must be set together',
      )
  })

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '3e3'],
    ['PORT', '80 80'],
    ['HOST', 'http://localhost'],
    ['DATABASE_URL', 'mysql://root:secret@db/trolly'],
    ['DATABASE_URL', 'localhost:5432'],
    ['REDIS_URL', 'http://cache'],
    ['SMTP_URL', 'mail.example.com'],
    ['EXPORT_WEBHOOK_URL', 'https://user:secret@erp.example.com/orders'],
    ['EXPORT_WEBHOOK_URL', 'ftp://erp.example.com/orders'],
    ['EXPORT_WEBHOOK_SECRET', 'a secret'],
    ['EXPORT_WEBHOOK_SECRET', `whsec_${Buffer.alloc(23).toString('base64')}`],
    ['EXPORT_WEBHOOK_SECRET', `${SECRET} ${SECRET} ${SECRET}`],
    ['LOG_LEVEL', 'loud'],
    ['APP_ENV', 'staging'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '::/0'],
    ['TRUST_PROXY', '0'],
    ['TRUST_PROXY', '10'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['DATABASE_POOL', '1'],
    ['DEMO_PRODUCTS', 'many'],
    ['DEMO_PASSWORD', 'short'],
    ['DRAIN_MS', '1s'],
  ])('reject %s=%s with invalid_config, saying what is accepted', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrowError(
      expect.objectContaining({
        code: 'invalid_config',
        message: expect.stringContaining(`${name} must be `),
      }),
    )
  })

  it('report all wrong variables at once and no value, since it may be a password', () => {
    let message = ''
    try {
      readConfig({ PORT: 'x', DATABASE_URL: 'mysql://root:secret@db' })
    } catch (error) {
      message = String(error)
    }
    expect(message).toContain('PORT')
    expect(message).toContain('DATABASE_URL')
    expect(message).not.toContain('secret')
  })
})

describe('docs/operations.md', () => {
  const text = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8')

  it.each(Object.values(SETTINGS).map(({ name, purpose }) => [name, purpose]))(
    'explains %s as the code does',
    (name, purpose) => {
      expect(text).toContain(`| \`${name}\` |`)
      expect(text).toContain(purpose)
    },
  )

  it.each([...START_ERROR_CODES])('says what to do about %s', (code) => {
    expect(text).toContain(`| \`${code}\` |`)
  })
})
