import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { config } from '#contract/config.ts'
import { Strict } from '#contract/endpoint.ts'
import { listOf, nullable, oneOf, withDefault } from '#contract/values.ts'
import { readError, readReply } from '#src/api/read-reply.ts'

const COMPANY = {
  app_env: 'production',
  general: {
    company_name: 'Trolly',
    contact_phone: '',
    contact_email: '',
    theme: {
      primary_colour: '#00447e',
      secondary_colour: '#b45309',
      company_primary_colour: '#00447e',
      company_secondary_colour: '#b45309',
      app_bar_colour: '#ffffff',
      footer_colour: '#00447e',
      app_bar_use_company_primary_colour: '0',
    },
  },
}

const Item = Strict({ id: Type.String(), size: nullable(Strict({ grams: Type.Integer() })) })

describe('a reply of a newer server', () => {
  test('is read without what this build does not know, at every level', () => {
    const item = { id: 'A', size: { grams: 5, ounces: 1 }, colour: 'red' }
    expect(readReply(listOf(Item), { data: [item], total: 1, page: 1, pageLength: 24, facets: [] })).toEqual({
      data: [{ id: 'A', size: { grams: 5 } }],
      total: 1,
      page: 1,
      pageLength: 24,
    })
  })

  test('keeps a name that this build has none for', () => {
    const Storage = Strict({ storage: oneOf(['chilled', 'frozen']) })
    expect(readReply(Storage, { storage: 'cool_box' })).toEqual({ storage: 'cool_box' })
  })

  test('does without an optional field that means something else by now', () => {
    const Shown = Strict({ id: Type.String(), note: Type.Optional(Type.String()) })
    expect(readReply(Shown, { id: 'A', note: { text: 'Hi' } })).toEqual({ id: 'A' })
  })

  test('signs in, whatever it says of who may order', () => {
    const user = {
      id: '01900000-0000-7000-8000-000000000001',
      username: 'kim',
      email: 'kim@example.com',
      account_type: 'ZZ',
      acl_routes_available: ['/home'],
      can_place_orders: 2,
      privacy_settings: { cookies_accept: '2', analytics: '1' },
      contact_email: true,
      contact_sms: false,
      contact_tel: false,
      contact_post: false,
      loyalty: { points: 3 },
    }
    const { loyalty: _, ...known } = user
    expect(readReply(auth.signIn.reply, { user, token: 't', expiresAt: 'soon' })).toEqual({
      user: { ...known, privacy_settings: { cookies_accept: '2' } },
      token: 't',
    })
  })
})

describe('a reply of an older server', () => {
  test('that does not say which environment it runs in is one of production, and takes no cards', () => {
    const { general } = COMPANY
    expect(readReply(config.get.reply, { general })).toEqual({ ...COMPANY, card_key: null })
    expect(readReply(config.get.reply, { general, app_env: 'staging' })).toEqual({
      general,
      app_env: 'staging',
      card_key: null,
    })
  })

  const Told = Strict({ id: Type.String(), tier: withDefault(nullable(Type.String()), 'basic') })

  test('is read with the default of what was added since', () => {
    expect(readReply(Told, { id: 'A' })).toEqual({ id: 'A', tier: 'basic' })
    expect(readReply(Told, { id: 'A', tier: null })).toEqual({ id: 'A', tier: null })
    expect(readReply(Told, { id: 'A', tier: { name: 'gold' } })).toEqual({ id: 'A', tier: 'basic' })
  })

  test('is filled in all the way down a download', () => {
    const rows = Array.from({ length: 1_000 }, (_, at) => ({ id: `${at}` }))
    expect(readReply(Type.Array(Told), rows)).toHaveLength(1_000)
    expect((readReply(Type.Array(Told), rows) as object[]).at(-1)).toEqual({ id: '999', tier: 'basic' })
  })
})

test('is the very value where there is nothing to leave out: no copy of ten thousand products', () => {
  const reply = { data: [{ id: 'A', size: null }], total: 1, page: 1, pageLength: 24 }
  expect(readReply(listOf(Item), reply)).toBe(reply)
})

test.each([
  ['a list in place of an object', []],
  ['a field that is missing', { id: 'A' }],
  ['a field of another kind', { id: 'A', size: { grams: '5' } }],
  ['nothing', undefined],
  ['a text', 'Welcome to the Wi-Fi'],
])('is not read from %s', (_, value) => {
  expect(readReply(Item, value)).toBeUndefined()
})

describe('an error', () => {
  const refused = { message: 'No.', code: 'above_allowance', limit: 3 }

  test('of a code that this build does not know is the server’s where it carries its mark', () => {
    expect(readError(422, refused, true)).toEqual(refused)
    expect(readError(422, refused, false)).toBeUndefined()
  })

  test('of the table is the server’s without it, as one without a database knows no epoch', () => {
    expect(readError(503, { message: 'Closed.', code: 'maintenance' }, false)).toMatchObject({
      code: 'maintenance',
    })
    expect(readError(404, { message: 'Closed.', code: 'maintenance' }, false)).toBeUndefined()
  })

  test('needs its two words, mark or none', () => {
    expect(readError(404, { message: 'Not found' }, true)).toBeUndefined()
    expect(readError(200, refused, true)).toBeUndefined()
  })
})
