import { type CheckIn, claims } from '#contract/claims.ts'
import { CHECK_IN_KINDS, type CheckInHere, type CheckInOperation, checkInsLane } from '#domain/check-ins.ts'
import { checkInsShown } from '#domain/check-ins-shown.ts'
import { addedQuantity, asInvoiced, claimCredits, isDecided } from '#domain/claims.ts'
import { subjectOf } from '#domain/outbox/rules.ts'
import { NO_CHARGE } from '#domain/paperwork/bill.ts'
import { draftQuery } from '#src/store/check-in-draft.ts'
import { readRefusals, readShown } from '#src/store/lane-rows.ts'
import { ADDED } from '#tests/support/sim/device-builds.ts'
import { type Entry, readJournal } from '#tests/support/sim/journal.ts'
import type { World } from '#tests/support/sim/world.ts'
import { type CheckInsLedger, FIRST_EPOCH, isKept, type Made } from './ledger.ts'
import { type CheckInsOnServer, readCheckInsOnServer } from './on-server.ts'

/** The violations in the end, in words. */
export const checkInsDiffer = async (ledger: CheckInsLedger, world: World): Promise<string[]> => {
  const { database, devices, emptied, customer } = world
  const server = await readCheckInsOnServer(database, customer.id)
  const journal = await readJournal(database, [...devices, ...emptied])
  const lost = [...ledger.made].filter(([id, made]) => !isStored(server, id, made))
  const refused = lost.flatMap(([id, made]) => {
    const entry = journal.find(({ status, request }) => status !== 200 && request.body.includes(id))
    return entry ? [{ id, made, entry }] : []
  })
  const isRefused = (id: string) => refused.some((each) => each.id === id)
  return [
    ...lost.flatMap(([id, made]) =>
      made.isSure && !isRefused(id) && !isOrphan(server, made) ? [`${wordsOf(id, made)} is lost`] : [],
    ),
    ...refused.flatMap(({ id, made, entry }) =>
      mayBeRefused(ledger, server, { made, entry })
        ? []
        : [`${wordsOf(id, made)} was refused: ${entry.status}`],
    ),
    ...neverMade(ledger, server),
    ...claimedWrong(ledger, server),
    ...creditedWrong(ledger, server),
    ...[...ledger.decisions].flatMap(([id, decision]) => {
      const state = server.heads.find((head) => head.id === id)?.state
      return state === decision ? [] : [`${id} was ${decision}, and is ${state}`]
    }),
    ...(await devicesDiffer(
      ledger,
      world,
      refused.filter(({ made }) => made.isSure && !isOrphan(server, made)),
    )),
  ]
}

const wordsOf = (id: string, { device, kind }: Made): string => `${device}: the ${kind} ${id}`

const isStored = ({ heads, photos, events }: CheckInsOnServer, id: string, made: Made): boolean => {
  if (made.kind === 'check_in') return heads.some((head) => head.id === id)
  const ofCheckIn = <Row extends { id: string; checkInId: string }>(rows: readonly Row[]) =>
    rows.find((row) => row.id === id && row.checkInId === made.checkInId)
  if (made.kind === 'answer') return ofCheckIn(events)?.words === made.words
  const photo = ofCheckIn(photos)
  return photo?.position === made.position && photo.content.toString('base64') === made.data
}

/** Its check-in is not there, which is a loss of its own unless it was refused or forgotten. */
const isOrphan = ({ heads }: CheckInsOnServer, { kind, checkInId }: Made): boolean =>
  kind !== 'check_in' && !heads.some(({ id }) => id === checkInId)

const mayBeRefused = (
  { epoch }: CheckInsLedger,
  server: CheckInsOnServer,
  { made, entry: { request, status } }: { made: Made; entry: Entry },
): boolean => {
  if (request.body.includes(ADDED) || isOrphan(server, made)) return true
  // A restored server has forgotten a check-in until another device sends it again.
  if (made.kind !== 'check_in' && status === 404 && epoch !== FIRST_EPOCH) return true
  const state = server.heads.find(({ id }) => id === made.checkInId)?.state
  return made.kind === 'answer' && isDecided(state ?? null)
}

const neverMade = ({ made }: CheckInsLedger, { heads, photos, events }: CheckInsOnServer): string[] =>
  [...heads, ...photos, ...events.filter(({ kind }) => kind === 'answered')].flatMap(({ id }) =>
    made.has(id) ? [] : [`${id} is on the server, and nobody made it`],
  )

/** In the order of the claims: each adds what nobody had claimed before, and what adds nothing is claimed. */
const claimedWrong = ({ order, made }: CheckInsLedger, { heads, lines }: CheckInsOnServer): string[] => {
  const claimed = new Map<number, number>()
  const madeOf = (id: string) => {
    const checkIn = made.get(id)
    return checkIn?.kind === 'check_in' ? checkIn.lines : []
  }
  const addedBy = ({ position, quantity, seenQuantity: seen }: ReturnType<typeof madeOf>[number]) => {
    const { deliveredQuantity, quantity: ordered } = order.lines[position] ?? { quantity: 0 }
    const delivered = deliveredQuantity ?? ordered
    return addedQuantity({ delivered, claimed: claimed.get(position) ?? 0, seen, quantity })
  }
  const isClaim = ({ claimNo }: (typeof heads)[number]) => claimNo !== null
  const ofClaims = heads.filter(isClaim).flatMap(({ id }) =>
    madeOf(id).flatMap((line) => {
      const { position, problem } = line
      const stored = lines.find((each) => each.checkInId === id && each.position === position)
      const added = addedBy(line)
      claimed.set(position, (claimed.get(position) ?? 0) + (stored?.quantity ?? 0))
      return (stored?.quantity ?? 0) === added && (!stored || stored.problem === problem)
        ? []
        : [`${id} was to claim ${added} ${problem} of line ${position}: ${JSON.stringify(stored)}`]
    }),
  )
  const ofOthers = heads.flatMap((head) =>
    isClaim(head)
      ? []
      : madeOf(head.id).flatMap((line) =>
          addedBy(line) === 0
            ? []
            : [
                `${head.id} claims nothing, and line ${line.position} has ${claimed.get(line.position)} claimed`,
              ],
        ),
  )
  return [...ofClaims, ...ofOthers]
}

/** Accepted claims are credited their share of what was billed, to the penny, and all credits together no more than it. */
const creditedWrong = ({ order }: CheckInsLedger, server: CheckInsOnServer): string[] => {
  const { heads, lines, bills, creditLines } = server
  const noOf = (noteId: string | null) =>
    Number(bills.find(({ id }) => id === noteId)?.invoiceNo.replace(/\D/g, ''))
  const accepted = heads
    .filter(({ state }) => state === 'accepted')
    .sort((one, other) => noOf(one.creditNoteId) - noOf(other.creditNoteId))
  const billed = asInvoiced({ ...NO_CHARGE, lines: order.lines })
  const credits = claimCredits(
    billed,
    accepted.map(({ id }) => lines.filter(({ checkInId }) => checkInId === id)),
  )
  const shares = accepted.flatMap(({ id, creditedPence }, at) =>
    creditedPence === credits[at]?.totalPence
      ? []
      : [`${id} was credited ${creditedPence}, its share is ${credits[at]?.totalPence}`],
  )
  const sums = billed.invoice.lines.flatMap(({ position, quantity, netPence }) => {
    const credited = creditLines.filter((line) => line.position === position)
    const sumOf = (field: 'quantity' | 'netPence') => credited.reduce((sum, line) => sum + line[field], 0)
    return sumOf('quantity') <= quantity && sumOf('netPence') <= netPence
      ? []
      : [`${sumOf('quantity')} of line ${position} were credited ${sumOf('netPence')}`]
  })
  const notes = bills.filter(({ kind }) => kind === 'credit_note').length
  const expected = accepted.length + billed.earlier.length
  return [...shares, ...sums, ...(notes === expected ? [] : [`${notes} credit notes, not ${expected}`])]
}

/** Every device shows what the server has, keeps what is being counted, and has told of what was refused; nothing waits. */
const devicesDiffer = async (
  ledger: CheckInsLedger,
  { call, devices, customer }: World,
  refused: readonly { id: string; made: Made }[],
): Promise<string[]> => {
  const { order, drafts } = ledger
  const found: string[] = []
  for (const { name, token, tabs } of devices) {
    const database = tabs.at(-1)?.database
    if (!database) continue
    const stored = asText((await call(claims.own, { token, params: { id: customer.id } })).body.data)
    const shown = asText(await readShown(database, checkInsShown(customer.id)))
    if (shown !== stored) found.push(`${name} shows the check-ins ${shown}, the server has ${stored}`)
    for (const { state } of await database.outbox.where('lane').equals(checkInsLane(customer.id)).toArray())
      found.push(`${name}: a check-in is left as ${state}`)
    const draft = await draftQuery(order).read(database)
    const counted = drafts.get(name) ?? null
    if (!isKept(ledger, name, draft))
      found.push(`${name}: ${JSON.stringify(counted)} was counted, ${JSON.stringify(draft)} is kept`)
    const told = (await readRefusals(database)).map(({ operation }) =>
      subjectOf(CHECK_IN_KINDS, operation as CheckInOperation),
    )
    for (const { id, made } of refused)
      if (made.device === name && !told.includes(id))
        found.push(`${wordsOf(id, made)} was refused, and nobody is told`)
  }
  return found
}

const asText = (checkIns: readonly (CheckInHere | CheckIn)[]): string =>
  checkIns
    .map(({ id, state, claimNo, creditPence, creditNoteNo, lines, photos, said }) =>
      [
        `${id} ${state} ${claimNo} ${creditPence} ${creditNoteNo}`,
        ...lines.map(({ position, problem, quantity }) => `${quantity} ${problem} of ${position}`),
        ...photos.map((photo) => `photo ${photo.id} of ${photo.position}`).sort(),
        ...said.map(({ kind, words }) => `${kind} ${words}`),
      ].join(', '),
    )
    .sort()
    .join('; ')
