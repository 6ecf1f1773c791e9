import { test as base, expect } from '#e2e/support/test.ts'
import { type LogService, startLogService } from '#tests/support/log-service.ts'

/** A journey whose server has a log service, with a key. */
const test = base.extend<{ logService: LogService }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures this one needs.
  logService: async ({}, use) => {
    const service = await startLogService()
    await use(service)
    await service.close()
  },
  serverEnv: async ({ logService }, use) => {
    await use({ SEQ_URL: logService.url, SEQ_API_KEY: 'key-1' })
  },
})

const SECRETS = ['chef@example.com', 'hunter2', 'kZ3mQ8vR1tY6uI0oP4aS7dF2gH5jK9lXcVbN1mQwE', 'key-1']

test.use({ expectedErrors: [/Deliberate|Failed to load resource/] })

test('an error in the page reaches the log service once, in a batch and without secrets', async ({
  page,
  logService,
}) => {
  const posted: string[] = []
  page.on('request', (request) => {
    const { pathname, hostname } = new URL(request.url())
    expect(hostname).toBe('localhost')
    if (pathname === '/api/error-log') posted.push(request.postData() ?? '')
  })
  await page.goto('/auth/sign-in?email=chef@example.com')
  await expect(page.locator('[data-rendered]')).toHaveCount(0)
  await page.evaluate(([address, password, token]) => {
    const fail = () => {
      throw new Error(`Deliberate: ${address} password=${password} Bearer ${token}`)
    }
    // A loop that fails is one event.
    for (let nth = 0; nth < 3; nth += 1) setTimeout(fail)
    setTimeout(() => Promise.reject(new Error('Deliberate, too')))
  }, SECRETS)
  await expect(page.getByText('Error has occured').first()).toBeVisible()
  await page.getByLabel('E-mail').fill('chef@example.com')
  await page.getByLabel('Password', { exact: true }).fill('hunter2')
  await page.getByRole('button', { name: 'Sign in' }).click()

  await expect.poll(() => logService.events().length, { timeout: 20_000 }).toBeGreaterThanOrEqual(3)
  const events = logService.events()
  expect(events.map((event) => [event['@m'], event.Route, event.Status])).toEqual([
    ['Error: Deliberate: …@… password=… Bearer …', '/auth/sign-in', undefined],
    ['Error: Deliberate, too', '/auth/sign-in', undefined],
    ['POST auth/sign-in answered 401 wrong_credentials', '/auth/sign-in', 401],
  ])
  // The errors come together; a slow machine may sign in after their two seconds.
  expect(JSON.parse(posted[0] ?? '{}').events.length).toBeGreaterThanOrEqual(2)
  const batches = logService.received()
  expect(batches.length).toBeLessThanOrEqual(2)
  for (const { headers } of batches) expect(headers['x-seq-apikey']).toBe('key-1')
  const sent = [...posted, ...batches.map(({ body }) => body)].join()
  for (const secret of SECRETS) expect(sent).not.toContain(secret)
  expect(events[0]).toMatchObject({
    '@l': 'Error',
    '@x': expect.stringContaining('at '),
    Browser: expect.stringContaining('Chrome'),
    Build: expect.stringMatching(/^[0-9a-z]+$/),
  })
})

test('a log service that is down is not noticed', { tag: '@long' }, async ({ page, logService, trolly }) => {
  await logService.close()
  await page.goto('/')
  await expect(page.locator('[data-rendered]')).toHaveCount(0)
  const taken = page.waitForResponse((response) => response.url().includes('/api/error-log'))
  await page.evaluate(() => void setTimeout(() => Promise.reject(new Error('Deliberate'))))
  expect((await taken).status()).toBe(200)
  await expect.poll(trolly.output, { timeout: 20_000 }).toContain('takes no failures of devices')
  await page.reload()
  await expect(page.getByLabel('E-mail')).toBeVisible()
})
