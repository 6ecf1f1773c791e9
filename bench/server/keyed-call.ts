import type { Substitutes } from './recorded-statements.ts'

// A keyed change of the reference uses a new key each time, like the callers.

/** For the start of a script. */
export const DRAW_KEY = '\\set key random(1, 9000000000000000000)'

const KEY = `lpad(to_hex(:key::int8), 32, '0')::uuid`

/** The position of the random key, by the statement's name. */
export const KEY_SUBSTITUTES: Readonly<Record<string, Substitutes>> = {
  idempotency_lock: { 1: ':key' },
  idempotency_find: { 2: KEY },
  idempotency_insert: { 2: KEY },
}
