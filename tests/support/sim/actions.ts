import fc from 'fast-check'
import { SERVER_BUILDS, type ServerBuild } from './builds.ts'
import { FAULTS, type Fault } from './sim-network.ts'

/** One thing that happens in a history. Devices, trollies and products are numbers, taken modulo what there is. */
export type Action =
  | {
      do: 'edit'
      at: number
      trolly: number
      product: number
      kind: 'add' | 'set' | 'remove'
      quantity: number
    }
  | { do: 'create'; at: number }
  | { do: 'details'; at: number; trolly: number; text: number }
  | { do: 'delete'; at: number; trolly: number }
  | { do: 'undoDelete'; at: number; trolly: number }
  | { do: 'checkout'; at: number; trolly: number }
  | { do: 'drain'; at: number; faults: Fault[] }
  /** Two tabs of a device at once, with typing in between. */
  | { do: 'drainAndEdit'; at: number; trolly: number; product: number; quantity: number; faults: Fault[] }
  /** Every device at once: the server has to put them in an order. */
  | { do: 'drainTogether'; faults: Fault[] }
  /** The server is replaced by an older or a newer one. */
  | { do: 'deploy'; build: ServerBuild }
  /** The app is, with a queue: its pages are loaded anew over what the build before left. */
  | { do: 'update'; at: number }
  | { do: 'openTab'; at: number }
  | { do: 'thaw'; at: number }
  | { do: 'read'; at: number; trolly: number }
  /** Asked now, stored later: what happens between has to win. */
  | { do: 'slowRead'; at: number; trolly: number }
  /** A star pressed to what the person wants it to be. */
  | { do: 'favourite'; at: number; product: number; wanted: boolean }
  | { do: 'readFavourites'; at: number }
  | { do: 'lateArrivals' }
  | { do: 'wait'; seconds: number }
  | { do: 'hurry'; at: number }
  | { do: 'decide'; at: number; trolly: number; mine: boolean }
  | { do: 'resolveHeld'; at: number; trolly: number; move: boolean }

export type History = {
  actions: Action[]
  serverBuild: ServerBuild
  sameUser: boolean
  /** Both devices have read the first trolly before anything happens. */
  shared: boolean
  random: number
}

const at = fc.nat({ max: 1 })
/** Mostly the first: what people do to one another needs them at the same place. */
const trolly = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.nat({ max: 2 }) },
)
const product = fc.nat({ max: 2 })
const quantity = fc.integer({ min: 1, max: 9 })
const faults = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constant<Fault>('ok') },
    { weight: 3, arbitrary: fc.constant<Fault>('lostReply') },
    { weight: 1, arbitrary: fc.constantFrom<Fault>(...FAULTS) },
    { weight: 3, arbitrary: fc.constantFrom<Fault>('cut', 'late', 'dieAfter', 'freezeAfter', 'dieBefore') },
  ),
  { maxLength: 4 },
)

const serverBuild = fc.constantFrom<ServerBuild>(...SERVER_BUILDS)

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 60,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      at,
      trolly,
      product,
      kind: fc.constantFrom('add' as const, 'set' as const, 'remove' as const),
      quantity,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('create' as const), at }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('details' as const), at, trolly, text: fc.nat({ max: 5 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), at, trolly }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undoDelete' as const), at, trolly }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('checkout' as const), at, trolly }) },
  { weight: 30, arbitrary: fc.record({ do: fc.constant('drain' as const), at, faults }) },
  {
    weight: 9,
    arbitrary: fc.record({ do: fc.constant('drainAndEdit' as const), at, trolly, product, quantity, faults }),
  },
  { weight: 15, arbitrary: fc.record({ do: fc.constant('drainTogether' as const), faults }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('deploy' as const), build: serverBuild }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('update' as const), at }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('openTab' as const), at }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('thaw' as const), at }) },
  { weight: 15, arbitrary: fc.record({ do: fc.constant('read' as const), at, trolly }) },
  { weight: 9, arbitrary: fc.record({ do: fc.constant('slowRead' as const), at, trolly }) },
  {
    weight: 12,
    arbitrary: fc.record({ do: fc.constant('favourite' as const), at, product, wanted: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('readFavourites' as const), at }) },
  { weight: 6, arbitrary: fc.constant({ do: 'lateArrivals' as const }) },
  { weight: 9, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.nat({ max: 120 }) }) },
  { weight: 9, arbitrary: fc.record({ do: fc.constant('hurry' as const), at }) },
  {
    weight: 20,
    arbitrary: fc.record({ do: fc.constant('decide' as const), at, trolly, mine: fc.boolean() }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('resolveHeld' as const), at, trolly, move: fc.boolean() }),
  },
)

export const historyArbitrary: fc.Arbitrary<History> = fc.record({
  actions: fc.array(action, { minLength: 20, maxLength: 60, size: 'max' }),
  serverBuild,
  sameUser: fc.boolean(),
  shared: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  random: fc.integer({ min: 1, max: 2 ** 30 }),
})
