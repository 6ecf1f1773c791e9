import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { claims } from '#contract/claims.ts'
import {
  CHECK_IN_KINDS,
  CHECK_INS,
  type CheckInRecord,
  checkInsLane,
  LINE_PROBLEMS,
  type LineProblem,
} from '#domain/check-ins.ts'
import { checkInsShown, claimedOf } from '#domain/check-ins-shown.ts'
import { isDecided, PHOTOS_EACH_MAX } from '#domain/claims.ts'
import { subjectOf } from '#domain/outbox/rules.ts'
import { sendDraft } from '#src/features/check-ins/send-draft.ts'
import { type CheckInDraft, changeDraft, draftQuery } from '#src/store/check-in-draft.ts'
import { readShown } from '#src/store/lane-rows.ts'
import { aUser } from '#tests/support/builders.ts'
import { anInvoicedOrder } from '#tests/support/invoices.ts'
import { checkInsDiffer } from '#tests/support/sim/check-ins/differ.ts'
import { type CheckInsLedger, FIRST_EPOCH, isKept } from '#tests/support/sim/check-ins/ledger.ts'
import { backUpCheckIns, readCheckInsOnServer } from '#tests/support/sim/check-ins/on-server.ts'
import type { Hand } from '#tests/support/sim/hand.ts'
import type { Beginning, SimNoun } from '#tests/support/sim/nouns.ts'
import { pick } from '#tests/support/sim/random.ts'
import { readCheckIns } from '#tests/support/sim/reads.ts'
import { readWaiting } from '#tests/support/sim/waiting.ts'
import type { World } from '#tests/support/sim/world.ts'

type Decision = 'accept' | 'refuse'
type Count = { position: number; problem: LineProblem; quantity: number; photo: number | null }
type Deed =
  | { does: 'count'; lines: Count[]; finishes: boolean }
  /** The office asks about a claim, and this person reads it and answers. `meanwhile`: the office decides without it. */
  | { does: 'ask'; claim: number; words: number; meanwhile: Decision | null }
  | { does: Decision; claim: number }

/** The same line for both devices at times, and more in all than was delivered. */
const count: fc.Arbitrary<Count> = fc.record({
  position: fc.nat({ max: 2 }),
  problem: fc.constantFrom(...LINE_PROBLEMS),
  quantity: fc.integer({ min: 1, max: 4 }),
  photo: fc.option(fc.nat({ max: 255 })),
})
const claim = fc.nat({ max: 3 })
const decision = fc.constantFrom<Decision>('accept', 'refuse')

export const simNoun: SimNoun<Deed> = {
  noun: CHECK_INS,
  deeds: [
    {
      weight: 18,
      arbitrary: fc.record({
        does: fc.constant('count'),
        lines: fc.array(count, { maxLength: 2 }),
        finishes: fc.boolean(),
      }),
    },
    {
      weight: 16,
      arbitrary: fc.record({
        does: fc.constant('ask'),
        claim,
        words: fc.nat({ max: 99 }),
        meanwhile: fc.option<Decision>(decision, { freq: 2 }),
      }),
    },
    { weight: 4, arbitrary: fc.record({ does: decision, claim }) },
  ],
  mustComeAbout: [
    'POST /api/order/transaction/{id}/check-in 200',
    'POST /api/order/transaction/{id}/check-in/{checkInId}/photo 200',
    'POST /api/order/transaction/{id}/check-in/{checkInId}/answer 200',
    '409 claim_decided',
  ],
  backUp: (database, { customerId }) => backUpCheckIns(database, customerId),
  begin: async (beginning) => {
    const ledger = await beginLedger(beginning)
    return {
      play: (world, hand, deed) =>
        deed.does === 'count' ? countLines(ledger, world, hand, deed) : officeSays(ledger, world, hand, deed),
      lost: ({ name }, records) => {
        ledger.drafts.delete(name)
        for (const { operation, attempts } of records as CheckInRecord[]) {
          const id = subjectOf(CHECK_IN_KINDS, operation)
          const made = ledger.made.get(id)
          if (attempts === 0) ledger.made.delete(id)
          else if (made) made.isSure = false
        }
      },
      restored: (world) => restore(ledger, world),
      differ: (world) => checkInsDiffer(ledger, world),
    }
  },
}

/** Delivered yesterday; of the last line one was short, which is credited already. */
const beginLedger = async ({ database, customerId, products }: Beginning): Promise<CheckInsLedger> => {
  const lines = products.map((product_no, position) => ({
    product_no,
    position,
    name: 'Chopped tomatoes',
    pack: '6 × 2.5 kg',
    quantity: 7 - position,
    deliveredQuantity: position === 2 ? 4 : 7 - position,
    unitPricePence: 1_250,
    // Discounted, so that a piece is no whole number of pence.
    netPence: (7 - position) * 1_250 - 100,
    vatBasisPoints: position === 1 ? 2_000 : 0,
    catchWeight: false,
  }))
  const { id, orderNo } = await anInvoicedOrder(database, { customerId, day: '2026-03-02', lines })
  const staff = await aUser(database, { accountType: 'ST' })
  return {
    order: { id, orderNo, customerId, lines },
    staffToken: staff.token,
    epoch: FIRST_EPOCH,
    drafts: new Map(),
    made: new Map(),
    decisions: new Map(),
  }
}

const shownOn = ({ tab }: Hand, { customer }: World) => readShown(tab.database, checkInsShown(customer.id))

/** Counts some lines, in a draft that this device may have begun before, and perhaps finishes. */
const countLines = async (
  ledger: CheckInsLedger,
  world: World,
  hand: Hand,
  { lines, finishes }: Extract<Deed, { does: 'count' }>,
): Promise<void> => {
  const { order, drafts } = ledger
  const { tab, device, now } = hand
  const { name } = device
  const kept = await draftQuery(order).read(tab.database)
  if (!isKept(ledger, name, kept))
    hand.ledger.broken.push(`${name}: what was counted is gone: ${JSON.stringify(drafts.get(name))}`)
  const claimed = claimedOf(await shownOn(hand, world), order.id)
  const began = kept ?? { checkInId: uuidv7(), checked: [0, 1, 2], problems: {} }
  const draft = lines.reduce((counted, line) => withCount(ledger, counted, line, claimed), began)
  drafts.set(name, draft)
  await changeDraft(tab.database, order, () => draft)
  if (!finishes) return
  const finish = { signedBy: '', signature: '', driverPin: '', empties: [] }
  await sendDraft(tab, order, { finish, at: new Date(now()) })
  drafts.delete(name)
  const { checkInId, problems } = draft
  const found = Object.entries(problems).map(([position, problem]) => ({
    position: Number(position),
    ...problem,
  }))
  const of = { device: name, checkInId, isSure: true }
  ledger.made.set(checkInId, { ...of, kind: 'check_in', lines: found.map(({ photos: _, ...line }) => line) })
  for (const { position, photos } of found)
    for (const { id, data } of photos) ledger.made.set(id, { ...of, kind: 'photo', position, data })
  const shown = (await shownOn(hand, world)).find(({ id }) => id === checkInId)
  const photos = found.reduce((sum, line) => sum + line.photos.length, 0)
  if (shown?.photos.length !== photos) hand.ledger.broken.push(`${name}: ${checkInId} is not shown whole`)
}

/** As on the sheet of a problem: no more than can still be claimed, and a photo beside the earlier ones. */
const withCount = (
  { order }: CheckInsLedger,
  { checkInId, checked, problems }: CheckInDraft,
  { position, problem, quantity, photo }: Count,
  claimed: ReadonlyMap<number, number>,
): CheckInDraft => {
  const { photos = [], seenQuantity = claimed.get(position) ?? 0 } = problems[position] ?? {}
  const most = Math.max(1, (order.lines[position]?.deliveredQuantity ?? 0) - seenQuantity)
  const added =
    photo === null || photos.length === PHOTOS_EACH_MAX ? [] : [{ id: uuidv7(), data: jpegOf(photo) }]
  return {
    checkInId,
    checked: checked.filter((each) => each !== position),
    problems: {
      ...problems,
      [position]: {
        problem,
        quantity: Math.min(quantity, most),
        seenQuantity,
        reason: '',
        photos: [...photos, ...added],
      },
    },
  }
}

const jpegOf = (content: number): string => Buffer.from([0xff, 0xd8, 0xff, content]).toString('base64')

const officeSays = async (
  { staffToken: token, decisions, made }: CheckInsLedger,
  world: World,
  hand: Hand,
  deed: Exclude<Deed, { does: 'count' }>,
): Promise<void> => {
  const { heads } = await readCheckInsOnServer(world.database, world.customer.id)
  const undecided = heads.filter(({ state }) => state !== null && !isDecided(state))
  if (undecided.length === 0) return
  const { id } = pick(undecided, deed.claim)
  await say(deed.does)
  if (deed.does !== 'ask') return
  await answer(id, deed.words)
  if (deed.meanwhile) await say(deed.meanwhile)

  async function say(what: Decision | 'ask'): Promise<void> {
    const body = { words: `About line ${deed.claim}`, ...(what === 'ask' && { askId: uuidv7() }) }
    const { status } = await world.call(claims[what], { token, params: { id }, body })
    if (status !== 200) hand.ledger.broken.push(`The office could not ${what} ${id}: ${status}`)
    if (what !== 'ask') decisions.set(id, what === 'accept' ? 'accepted' : 'refused')
  }

  async function answer(checkInId: string, number: number): Promise<void> {
    const { device, tab, now } = hand
    await readCheckIns(world, device, tab)
    const asked = (await shownOn(hand, world)).find((shown) => shown.id === checkInId)
    if (asked?.state !== 'asked') return
    const of = { orderId: asked.orderId, orderNo: '', checkInId }
    const said = { answerId: uuidv7(), at: new Date(now()).toISOString(), words: `Yes, ${number}` }
    await tab.queue.append(checkInsLane(world.customer.id), { ...of, kind: 'answer', ...said })
    made.set(said.answerId, {
      device: device.name,
      checkInId,
      isSure: true,
      kind: 'answer',
      words: said.words,
    })
    const after = (await shownOn(hand, world)).find((shown) => shown.id === checkInId)
    if (after?.state !== 'open')
      hand.ledger.broken.push(`${device.name}: an answer to ${checkInId} is not shown`)
  }
}

/** What waits is sent again; the server may have forgotten anything else, decisions too. */
const restore = async (ledger: CheckInsLedger, { devices, network }: World): Promise<void> => {
  if (network.epoch === ledger.epoch) return
  ledger.epoch = network.epoch
  ledger.decisions.clear()
  const records = (await readWaiting(devices)) as unknown as CheckInRecord[]
  const waiting = new Set(records.map(({ operation }) => subjectOf(CHECK_IN_KINDS, operation)))
  for (const [id, made] of ledger.made) if (!waiting.has(id)) made.isSure = false
}
