import { describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { FAQ_KEY, faq } from '#contract/faq.ts'
import { operations } from '#contract/operations.ts'
import { templates } from '#contract/templates.ts'
import { trollies } from '#contract/trollies.ts'
import { LINES_MAX } from '#domain/trolly.ts'
import { bodyLimitOf } from '#server/routing/body-limit.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { requireValid } from '#server/routing/schema.ts'

const UUID = '0198c7a2-6a1e-7c3b-9f1d-2b4e8a6c0d11'

describe('the limit of a body', () => {
  it('is what its call may need', () => {
    const kB = (endpoint: Parameters<typeof bodyLimitOf>[0]) => Math.ceil(bodyLimitOf(endpoint) / 1_024)
    expect({
      signIn: kB(auth.signIn),
      signOut: kB(auth.signOut),
      rename: kB(templates.update),
      addItem: kB(trollies.addItem),
      checkout: kB(trollies.checkout),
      trolly: kB(trollies.update),
      operations: kB(operations.run),
    }).toEqual({
      signIn: 4,
      signOut: 1,
      rename: 2,
      addItem: 2,
      checkout: 1_465,
      trolly: 3_907,
      operations: 256,
    })
  })

  it('admits the longest valid body, escaped and indented', () => {
    const escaped = (value: unknown) => JSON.stringify(value, null, 1).replaceAll('é', '\\u00e9')
    const line = { product_no: 'A'.repeat(40), quantity: 9_999, unitPricePence: 1_000_000_000 }
    const longest: [Parameters<typeof bodyLimitOf>[0], object][] = [
      [auth.signIn, { email: 'é'.repeat(254), password: 'é'.repeat(200) }],
      [templates.update, { name: 'é'.repeat(60), visibility: 'private' }],
      [
        faq.create,
        {
          key: FAQ_KEY,
          id: UUID,
          subject: 'é'.repeat(60),
          question: 'é'.repeat(200),
          answer: 'é'.repeat(4_000),
          audience: 'everyone',
          position: 999,
        },
      ],
      [
        trollies.checkout,
        {
          deliveryDay: '2026-12-24',
          lines: Array.from({ length: LINES_MAX }, () => line),
          totalPence: Number.MAX_SAFE_INTEGER,
          confirmations: { ageRestricted: true, catchWeight: true },
        },
      ],
    ]
    for (const [endpoint, body] of longest) {
      expect(() => requireValid(endpoint.body as never, body, 'body')).not.toThrow()
      expect(Buffer.byteLength(escaped(body))).toBeLessThanOrEqual(bodyLimitOf(endpoint))
    }
  })
})

describe('the errors of a body', () => {
  const refusalOf = (schema: unknown, body: unknown): Refusal => {
    try {
      requireValid(schema as never, body, 'body')
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
    throw new Error('It was accepted.')
  }

  const countedFields = () => {
    let read = 0
    const fields = Object.fromEntries(Array.from({ length: 26_000 }, (_, n) => [`field${n}`, n]))
    const body = new Proxy(fields, {
      get: (target, name) => {
        read += 1
        return Reflect.get(target, name)
      },
    })
    return { body, read: () => read }
  }

  it('stop at twenty, without a look at the other fields', () => {
    const { body, read } = countedFields()
    const { errors = [] } = refusalOf(auth.signIn.body, body).parts
    // The first names the missing fields.
    expect(errors).toHaveLength(20)
    expect(errors.filter(({ message }) => message === 'is not a field of this call')).toHaveLength(19)
    expect(read()).toBeLessThan(100)
  })

  it('stop so within a field that may also be null', () => {
    const { body: product, read } = countedFields()
    const { errors = [] } = refusalOf(trollies.update.body, { items: [{ product_no: '1', product }] }).parts
    expect(errors).toHaveLength(20)
    expect(read()).toBeLessThan(100)
  })

  it('of a list stop where it is longer than it may be', () => {
    let read = 0
    const ownKeys = () => {
      read += 1
      return []
    }
    const item = new Proxy({}, { ownKeys })
    const list = Array.from({ length: 26_000 }, () => item)
    const { errors = [] } = refusalOf(templates.createFromArray.body, list).parts
    expect(errors.length).toBeGreaterThan(0)
    expect(read).toBeLessThan(3_000)
  })
})
