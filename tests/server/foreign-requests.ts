import type { FastifyInstance, InjectOptions } from 'fastify'
import { Check } from 'typebox/value'
import { v7 as uuidv7 } from 'uuid'
import { expect } from 'vitest'
import { ErrorReply } from '#contract/errors.ts'
import type { aShop } from '#tests/support/builders.ts'

export const JSON_TYPE = { 'content-type': 'application/json' }

/**
 * Requests from a program that knows nothing of the contract. Each must be refused: its reply is checked against the contract's
 * form of an error.
 */
export const foreignRequests = (
  app: FastifyInstance,
  { token, params, product_no }: Awaited<ReturnType<typeof aShop>>,
) => {
  const send = async (options: InjectOptions) => {
    const { statusCode, payload, headers } = await app.inject({
      ...options,
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': uuidv7(), ...options.headers },
    })
    const body = JSON.parse(payload) as {
      code: string
      message: string
      errors?: { path: string; message: string }[]
    }
    expect(Check(ErrorReply, body)).toBe(true)
    return { status: statusCode, headers, ...body }
  }
  return {
    send,
    add: (payload: string | Buffer, headers: Record<string, string> = JSON_TYPE) =>
      send({ method: 'POST', url: `/api/basket/new/${params.id}/item?v=1`, payload, headers }),
    search: (payload: string) =>
      send({ method: 'POST', url: '/api/customer/search?v=1', payload, headers: JSON_TYPE }),
    /** An addition, correct except for the changes. */
    bodyOf: (changes: object): string =>
      JSON.stringify({ product_no, quantity: 1, seenPricePence: null, ...changes }),
  }
}
