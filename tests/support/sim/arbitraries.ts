import fc from 'fast-check'
import type { Action, History } from './actions.ts'
import { SERVER_BUILDS, type ServerBuild } from './builds.ts'
import { PLACES } from './delivery.ts'
import { DEVICE_BUILDS, type DeviceBuild } from './device-builds.ts'
import { SIM_NOUNS } from './nouns.ts'
import { FAULTS, type Fault } from './sim-network.ts'
import { ITEM_DEEDS, TEMPLATE_DEEDS, type TemplateDeed } from './templates/person.ts'
import { WAYS_OUT } from './trollies/held.ts'

const at = fc.nat({ max: 3 })
/** Mostly the first: people affect one another only in the same place. */
const trolly = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.nat({ max: 2 }) },
)
const product = fc.nat({ max: 2 })
const template = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.nat({ max: 2 }) },
)
const quantity = fc.integer({ min: 1, max: 9 })
const faults = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constant<Fault>('ok') },
    { weight: 3, arbitrary: fc.constant<Fault>('lostReply') },
    { weight: 1, arbitrary: fc.constantFrom<Fault>(...FAULTS) },
    {
      weight: 3,
      arbitrary: fc.constantFrom<Fault>('cut', 'late', 'portal', 'dieAfter', 'freezeAfter', 'dieBefore'),
    },
  ),
  { maxLength: 4 },
)

/** Moved trollies go to the account anyway. */
const place = fc.constantFrom(...PLACES, 'first', 'second', 'site')

const serverBuild = fc.constantFrom<ServerBuild>(...SERVER_BUILDS)
const deviceBuild = fc.constantFrom<DeviceBuild>(...DEVICE_BUILDS)

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
  { weight: 3, arbitrary: fc.record({ do: fc.constant('create' as const), at, place }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('place' as const), at, trolly, place }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('deleteAddress' as const),
      at,
      address: fc.nat({ max: 1 }),
      deleted: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('charge' as const),
      route: fc.nat({ max: 1 }),
      pence: fc.constantFrom(0, 495, 750),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('details' as const), at, trolly, text: fc.nat({ max: 5 }) }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('terms' as const),
      at,
      trolly,
      product,
      text: fc.nat({ max: 5 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), at, trolly }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undoDelete' as const), at, trolly }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('checkout' as const), at, trolly }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      at,
      trolly,
      loses: fc.boolean(),
      faults,
    }),
  },
  { weight: 30, arbitrary: fc.record({ do: fc.constant('drain' as const), at, faults }) },
  {
    weight: 9,
    arbitrary: fc.record({ do: fc.constant('drainAndEdit' as const), at, trolly, product, quantity, faults }),
  },
  { weight: 15, arbitrary: fc.record({ do: fc.constant('drainTogether' as const), faults }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('deploy' as const), build: serverBuild }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('update' as const),
      at,
      build: deviceBuild,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('openTab' as const), at }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('thaw' as const), at }) },
  { weight: 15, arbitrary: fc.record({ do: fc.constant('read' as const), at, trolly }) },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('relay' as const),
      at,
      trolly,
      product,
      quantity,
      orders: fc.boolean(),
      to: at,
      when: fc.constantFrom('now' as const, 'together' as const, 'later' as const),
    }),
  },
  { weight: 9, arbitrary: fc.record({ do: fc.constant('slowRead' as const), at, trolly }) },
  ...SIM_NOUNS.flatMap(({ noun, deeds }) =>
    deeds.map(({ weight, arbitrary: deed }) => ({
      weight,
      arbitrary: fc.record({ do: fc.constant('noun' as const), at, noun: fc.constant(noun), deed }),
    })),
  ),
  { weight: 4, arbitrary: fc.record({ do: fc.constant('readNouns' as const), at }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('slowReadNouns' as const), at }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('createTemplate' as const), at, template }) },
  {
    weight: 30,
    arbitrary: fc.record({
      do: fc.constant('changeTemplate' as const),
      at,
      template,
      deed: fc.oneof(
        { weight: 4, arbitrary: fc.constant<TemplateDeed>('rename') },
        { weight: 3, arbitrary: fc.constantFrom<TemplateDeed>(...TEMPLATE_DEEDS) },
        { weight: 7, arbitrary: fc.constantFrom<TemplateDeed>(...ITEM_DEEDS) },
      ),
      product,
      value: quantity,
    }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('readTemplates' as const), at, template }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('decideOnTemplate' as const),
      at,
      template,
      mine: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('resolveHeldTemplate' as const),
      at,
      template,
      sendsAgain: fc.boolean(),
    }),
  },
  { weight: 6, arbitrary: fc.constant({ do: 'lateArrivals' as const }) },
  { weight: 9, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.nat({ max: 120 }) }) },
  { weight: 9, arbitrary: fc.record({ do: fc.constant('hurry' as const), at }) },
  {
    weight: 20,
    arbitrary: fc.record({ do: fc.constant('decide' as const), at, trolly, mine: fc.boolean() }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('resolveHeld' as const),
      at,
      trolly,
      way: fc.constantFrom(...WAYS_OUT),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('endSession' as const), at }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('signIn' as const), at }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('evict' as const), at }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('price' as const),
      product,
      pence: fc.constantFrom(990, 1_250, 1_400),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'backUp' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'restore' as const }) },
)

export const historyArbitrary: fc.Arbitrary<History> = fc.record({
  actions: fc.array(action, { minLength: 20, maxLength: 60, size: 'max' }),
  serverBuild,
  deviceBuild,
  deviceCount: fc.oneof(
    { weight: 4, arbitrary: fc.constant(2) },
    { weight: 1, arbitrary: fc.constant(3) },
    { weight: 1, arbitrary: fc.constant(4) },
  ),
  sameUser: fc.boolean(),
  shared: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  place,
  random: fc.integer({ min: 1, max: 2 ** 30 }),
})
