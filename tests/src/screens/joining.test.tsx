import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { joining, type PostcodeAnswer } from '#contract/joining.ts'
import { PERSISTENT } from '#domain/message-times.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { Visit } from '#src/features/session/visit.ts'
import { Screen as PostcodeRequest } from '#src/screens/postcode-request.tsx'
import { Screen as Request } from '#src/screens/request.tsx'
import { Screen as SignUp } from '#src/screens/sign-up.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { fakeApi, noSignal, refusal } from '#tests/support/fake-api.ts'
import { aUser } from '#tests/support/signed-in.tsx'
import { renderVisiting } from '#tests/support/visiting.tsx'

beforeEach(() => notifications.clear())

const PASSWORD = 'gravel teapot otter lantern'
const PERSON = {
  'Your name': 'Ada Lees',
  'E-mail': 'ada@lees.example.com',
  Phone: '01904 123456',
  Address: '3 Mill Lane',
  Town: 'York',
  Postcode: 'yo1 7hh',
}
const problems = () => screen.getByRole('alert', { name: 'There is a problem' })
const problemTexts = () =>
  within(problems())
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const typedIn = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value

const aPage = (ui: Parameters<typeof renderVisiting>[0], state: unknown = null) => {
  const person = userEvent.setup({ delay: null })
  const server = fakeApi()
  const signUp: Visit['signUp'] = async (body) => (await server.api.call(joining.registerCash, { body })).user
  renderVisiting(ui, { signUp }, { api: server.api, entry: ['/', state] })
  const fill = async (values: Record<string, string>) => {
    for (const [label, value] of Object.entries(values)) {
      const field = screen.getByLabelText(label)
      await person.clear(field)
      await person.type(field, value)
    }
  }
  const press = (name: string) => person.click(screen.getByRole('button', { name }))
  const bodies = () => server.calls.map(({ input }) => input.body)
  return { person, server, fill, press, bodies }
}

describe('opening a cash account', () => {
  const passwords = { Password: PASSWORD, 'Repeat password': PASSWORD }

  test('sends what was typed, tidy, and says so', async () => {
    const { server, fill, press, bodies } = aPage(<SignUp />)
    server.on(joining.registerCash, () => ({ user: aUser(), token: 'token' }))
    await fill({ ...PERSON, 'Your name': '  Ada Lees ', ...passwords })
    await press('Open account')
    expect(await screen.findByText('Signed In Successfully')).toBeTruthy()
    expect(bodies()).toEqual([
      {
        username: 'Ada Lees',
        email: PERSON['E-mail'],
        contactPhone: PERSON.Phone,
        addressLines: ['3 Mill Lane'],
        town: 'York',
        postcode: 'yo1 7hh',
        password: PASSWORD,
        password_confirmation: PASSWORD,
      },
    ])
  })

  test('says what is missing before it asks the server', async () => {
    const { press, bodies } = aPage(<SignUp />)
    await press('Open account')
    expect(problemTexts()).toEqual([
      'Enter your name',
      'Enter your e-mail',
      'Enter your phone number',
      'Enter your address',
      'Enter your town',
      'Enter your postcode',
      'Enter a password',
      'Repeat the password',
    ])
    expect(bodies()).toEqual([])
  })

  test.each([
    [{ 'E-mail': 'ada.example.com' }, 'Enter an e-mail address, such as name@example.com'],
    [{ Phone: 'none' }, 'Enter a phone number, such as 01904 123456'],
    [{ Password: 'short', 'Repeat password': 'short' }, /at least 10 characters/i],
    [{ 'Repeat password': 'another teapot otter' }, /same|match|differ/i],
  ])('%j is explained at its field', async (typed, words) => {
    const { fill, press, bodies } = aPage(<SignUp />)
    await fill({ ...PERSON, ...passwords, ...typed })
    await press('Open account')
    expect(problemTexts()).toEqual([typeof words === 'string' ? words : expect.stringMatching(words)])
    expect(bodies()).toEqual([])
  })

  test.each([
    ['an address that is known', refusal('registration_refused', { message: 'We couldn’t open it.' })],
    ['no signal', noSignal()],
  ])(
    '%s stays a message until dismissed, and stays in the form with all that was typed',
    async (_, error) => {
      const { server, fill, press } = aPage(<SignUp />)
      server.on(joining.registerCash, () => {
        throw error
      })
      await fill({ ...PERSON, ...passwords })
      await press('Open account')
      expect(await screen.findByRole('alert', { name: 'There is a problem' })).toBe(document.activeElement)
      expect(problemTexts()).toEqual([error.message])
      expect(notifications.current()).toMatchObject({
        message: error.message,
        timeoutLength: PERSISTENT,
        statusCode: error.status,
      })
      for (const [label, value] of Object.entries({ ...PERSON, ...passwords }))
        expect(typedIn(label)).toBe(value)
    },
  )

  test('puts the message of a failed attempt away when the next one succeeds', async () => {
    const { server, fill, press } = aPage(<SignUp />)
    await fill({ ...PERSON, ...passwords })
    await press('Open account')
    await screen.findByRole('alert', { name: 'There is a problem' })
    server.on(joining.registerCash, () => ({ user: aUser(), token: 'token' }))
    await press('Open account')
    await waitFor(() => expect(notifications.current()?.message).toBe('Signed In Successfully'))
  })

  test('names the field that the server refused', async () => {
    const { server, fill, press } = aPage(<SignUp />)
    const message = 'is outside our delivery area'
    server.on(joining.registerCash, () => {
      throw new ApiError({
        status: 422,
        code: 'not_served',
        message: 'We don’t deliver to that postcode.',
        reply: { errors: [{ path: 'body/postcode', message }] },
      })
    })
    await fill({ ...PERSON, ...passwords })
    await press('Open account')
    await screen.findByRole('alert', { name: 'There is a problem' })
    expect(problemTexts()).toEqual([`Postcode ${message}`])
    expect(screen.getByLabelText('Postcode').getAttribute('aria-invalid')).toBe('true')
  })

  test('begins with the postcode that was looked up', () => {
    aPage(<SignUp />, { postcode: 'YO1 7HH' })
    expect(typedIn('Postcode')).toBe('YO1 7HH')
  })

  test('lets a browser fill it in, and a phone show the right keyboard', () => {
    aPage(<SignUp />)
    const field = (label: string) => screen.getByLabelText(label)
    const filledIn = [...Object.keys(PERSON), 'Business', 'Password', 'Repeat password']
    expect(
      Object.fromEntries(filledIn.map((label) => [label, field(label).getAttribute('autocomplete')])),
    ).toEqual({
      'Your name': 'name',
      Business: 'organization',
      'E-mail': 'username',
      Phone: 'tel',
      Address: 'street-address',
      Town: 'address-level2',
      Postcode: 'postal-code',
      Password: 'new-password',
      'Repeat password': 'new-password',
    })
    expect([field('E-mail').getAttribute('type'), field('Phone').getAttribute('type')]).toEqual([
      'email',
      'tel',
    ])
  })

  test('passes on what a program typed into the field that people never see', async () => {
    const { server, fill, press, bodies } = aPage(<SignUp />)
    server.on(joining.registerCash, () => ({ user: aUser(), token: 'token' }))
    await fill({ ...PERSON, ...passwords, 'Leave this empty': 'https://pills.example.com' })
    await press('Open account')
    expect(bodies()).toMatchObject([{ website: 'https://pills.example.com' }])
  })
})

describe('asking for a trade account', () => {
  const BUSINESS = { Business: 'The Copper Kettle', ...PERSON }

  test('says that it has arrived, and takes the focus there', async () => {
    const { server, fill, press, bodies } = aPage(<Request />)
    server.on(joining.requestAccount, () => ({ message: 'Request Received' }))
    await fill({ ...BUSINESS, 'VAT number': 'gb 123 4567 89', 'Anything we should know': 'Fish on Fridays' })
    await press('Send request')
    expect(await screen.findByRole('heading', { name: 'We have your request' })).toBe(document.activeElement)
    expect(screen.getByText('ada@lees.example.com')).toBeTruthy()
    expect(bodies()).toMatchObject([
      { businessName: 'The Copper Kettle', vatNo: 'gb 123 4567 89', message: 'Fish on Fridays' },
    ])
  })

  test('after a lost reply sends the same request again, not another', async () => {
    const { server, fill, press, bodies } = aPage(<Request />)
    await fill(BUSINESS)
    await press('Send request')
    await screen.findByRole('alert', { name: 'There is a problem' })
    expect(typedIn('Business')).toBe('The Copper Kettle')
    server.on(joining.requestAccount, () => ({ message: 'Request Received' }))
    await press('Send request')
    await screen.findByRole('heading', { name: 'We have your request' })
    const [first, second] = bodies() as { id: string }[]
    expect(second).toEqual(first)
    expect(first?.id).toMatch(/^[0-9a-f-]{36}$/)
  })

  test.each([
    ['Company number', '123', 'Enter the eight characters of your company number, or leave it blank'],
    ['VAT number', 'DE 12', 'Enter the nine digits of your VAT number, or leave it blank'],
  ])('%s may be blank, but not %s', async (label, value, words) => {
    const { fill, press, bodies } = aPage(<Request />)
    await fill({ ...BUSINESS, [label]: value })
    await press('Send request')
    expect(problemTexts()).toEqual([words])
    expect(bodies()).toEqual([])
  })
})

describe('whether we deliver to a postcode', () => {
  const answer = (parts: Partial<PostcodeAnswer> = {}): PostcodeAnswer => ({
    postcode: 'YO1 7HH',
    delivery: null,
    recorded: false,
    ...parts,
  })
  const delivery = { weekdays: [2, 4], cutOffTime: '16:00', minimumOrderPence: 2_500, deliveryChargePence: 0 }
  const check = async (page: ReturnType<typeof aPage>, postcode: string) => {
    await page.fill({ Postcode: postcode })
    await page.press('Check postcode')
  }

  test('yes, with days, minimum and charge, and the ways to an account', async () => {
    const page = aPage(<PostcodeRequest />)
    page.server.on(joining.checkPostcode, () => answer({ delivery }))
    await check(page, 'yo17hh')
    expect(await screen.findByRole('heading', { name: 'Yes, we deliver to YO1 7HH' })).toBe(
      document.activeElement,
    )
    for (const words of ['Tue, Thu', '16:00 the working day before', '£25.00', 'Free'])
      expect(screen.getByText(words)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open a cash account' }).getAttribute('href')).toBe('/sign-up')
  })

  test('no, and who wants to be told is noted', async () => {
    const page = aPage(<PostcodeRequest />)
    page.server.on(joining.checkPostcode, ({ body }) =>
      answer({ postcode: 'LS1 4AP', recorded: body?.contact !== undefined }),
    )
    await check(page, 'ls1 4ap')
    expect(await screen.findByRole('heading', { name: 'We don’t deliver to LS1 4AP yet' })).toBeTruthy()
    await page.fill({ 'Your name': 'Ada Lees', 'E-mail': 'ada@lees.example.com' })
    await page.press('Tell me once you deliver')
    expect(await screen.findByRole('heading', { name: 'We have noted it' })).toBe(document.activeElement)
    expect(page.bodies()[1]).toMatchObject({
      postcode: 'LS1 4AP',
      contact: { contactName: 'Ada Lees', email: 'ada@lees.example.com' },
    })
  })

  test('an answer that did not come is a problem, not a no', async () => {
    const page = aPage(<PostcodeRequest />)
    await check(page, 'LS1 4AP')
    expect(await screen.findByRole('alert', { name: 'There is a problem' })).toBeTruthy()
    expect(screen.queryByText(/don’t deliver/)).toBeNull()
    expect(typedIn('Postcode')).toBe('LS1 4AP')
  })

  test('another postcode can be looked up', async () => {
    const page = aPage(<PostcodeRequest />)
    page.server.on(joining.checkPostcode, () => answer())
    await check(page, 'YO1 7HH')
    await screen.findByRole('heading', { name: /don’t deliver/ })
    await page.press('Check another postcode')
    expect(typedIn('Postcode')).toBe('')
  })
})
