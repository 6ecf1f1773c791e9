import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { config } from '#contract/config.ts'
import { Strict } from '#contract/endpoint.ts'
import { listOf, nullable, oneOf, withDefault } from '#contract/values.ts'
import { mayPlaceOrders, type User } from '#domain/user.ts'
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

describe('a reply from a newer server', () => {
  test('is read without unknown fields, at every level', () => {
    const item = { id: 'A', size: { grams: 5, ounces: 1 }, colour: 'red' }
    expect(readReply(listOf(Item), { data: [item], total: 1, page: 1, pageLength: 24, facets: [] })).toEqual({
      data: [{ id: 'A', size: { grams: 5 } }],
      total: 1,
      page: 1,
      pageLength: 24,
    })
  })

  test('keeps an unknown enumeration value', () => {
    const Storage = Strict({ storage: oneOf(['chilled', 'frozen']) })
    expect(readReply(Storage, { storage: 'cool_box' })).toEqual({ storage: 'cool_box' })
  })

  test('drops an optional field of another type', () => {
    const Shown = Strict({ id: Type.String(), note: Type.Optional(Type.String()) })
    expect(readReply(Shown, { id: 'A', note: { text: 'Hi' } })).toEqual({ id: 'A' })
  })

  test('signs in, whatever it says about who may order', () => {
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

test.each<[unknown, boolean]>([
  [undefined, true],
  [null, true],
  ['1', true],
  [true, true],
  [0, false],
  ['0', false],
  [false, false],
])('a user whose can_place_orders is %o may order: %o', (can_place_orders, mayOrder) => {
  const user = {
    id: '01900000-0000-7000-8000-000000000001',
    username: 'kim',
    email: 'kim@example.com',
    account_type: 'C1',
    acl_routes_available: ['/home'],
    ...(can_place_orders !== undefined && { can_place_orders }),
    privacy_settings: { cookies_accept: '1' },
    contact_email: true,
    contact_sms: false,
    contact_tel: false,
    contact_post: false,
  }
  const read = readReply(auth.signIn.reply, { user, token: 't' }) as { user: User }
  expect(mayPlaceOrders(read.user)).toBe(mayOrder)
})

describe('a reply from an older server', () => {
  test('without an environment is taken for production without cards', () => {
    const { general } = COMPANY
    const older = { announcement: null, maintenance: null, card_key: null, error_log: false }
    expect(readReply(config.get.reply, { general })).toEqual({ ...COMPANY, ...older })
    expect(readReply(config.get.reply, { general, app_env: 'staging' })).toEqual({
      general,
      app_env: 'staging',
      ...older,
    })
  })

  const Told = Strict({ id: Type.String(), tier: withDefault(nullable(Type.String()), 'basic') })

  test('is given the default of a newer field', () => {
    expect(readReply(Told, { id: 'A' })).toEqual({ id: 'A', tier: 'basic' })
    expect(readReply(Told, { id: 'A', tier: null })).toEqual({ id: 'A', tier: null })
    expect(readReply(Told, { id: 'A', tier: { name: 'gold' } })).toEqual({ id: 'A', tier: 'basic' })
  })

  test('is given defaults throughout a download', () => {
    const rows = Array.from({ length: 1_000 }, (_, at) => ({ id: `${at}` }))
    expect(readReply(Type.Array(Told), rows)).toHaveLength(1_000)
    expect((readReply(Type.Array(Told), rows) as object[]).at(-1)).toEqual({ id: '999', tier: 'basic' })
  })
})

test('is returned without a copy if nothing has to be left out', () => {
  const reply = { data: [{ id: 'A', size: null }], total: 1, page: 1, pageLength: 24 }
  expect(readReply(listOf(Item), reply)).toBe(reply)
})

test.each([
  ['a list instead of an object', []],
  ['a missing field', { id: 'A' }],
  ['a field of another type', { id: 'A', size: { grams: '5' } }],
  ['nothing', undefined],
  ['text', 'Welcome to the Wi-Fi'],
])('is not read from %s', (_, value) => {
  expect(readReply(Item, value)).toBeUndefined()
})

describe('an error reply', () => {
  const refused = { message: 'No.', code: 'above_allowance', limit: 3 }

  test('with an unknown code is the server’s only with the epoch header', () => {
    expect(readError(422, refused, true)).toEqual(refused)
    expect(readError(422, refused, false)).toBeUndefined()
  })

  test('with a known code is the server’s without the header too, since one without a database knows no epoch', () => {
    expect(readError(503, { message: 'Closed.', code: 'maintenance' }, false)).toMatchObject({
      code: 'maintenance',
    })
    expect(readError(404, { message: 'Closed.', code: 'maintenance' }, false)).toBeUndefined()
  })

  test('requires a code and a message, with or without the header', () => {
    expect(readError(404, { message: 'Not found' }, true)).toBeUndefined()
    expect(readError(200, refused, true)).toBeUndefined()
  })
})
