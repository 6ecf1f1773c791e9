import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import type { BasketChanged, Order } from '#contract/trollies.ts'
import type { StoredRequest } from '#domain/outbox/record.ts'
import type { Operation, TrollyRecord } from '#domain/trollies/operation.ts'
import { openUserDatabase } from '#src/store/user-database.ts'
import type { TransportReply } from '#src/sync/engine/ports.ts'
import { createSender } from '#src/sync/engine/sender.ts'
import { NOUNS } from '#src/sync/nouns.ts'
import { aHead, TROLLY } from '#tests/domain/trollies/builders.ts'
import { createSimClock } from '#tests/support/sim/sim-device.ts'
import { createSimLocks } from '#tests/support/sim/sim-locks.ts'
import { waitingWork } from '#tests/support/waiting-work.ts'

/** One phone with the real outbox and sender, and a server that answers what a test says. */
export const aPhone = (parts: { token?: string | undefined } = { token: 'token' }) => {
  const indexedDB = new IDBFactory()
  const clock = createSimClock(1_800_000_000_000)
  const locks = createSimLocks()
  const sent: StoredRequest[] = []
  const epochsSent: (string | undefined)[] = []
  const events: string[] = []
  let answers: Answer[] = []

  const openTab = (tab: object = {}) => {
    const database = openUserDatabase('user', { indexedDB, IDBKeyRange })
    const sender = createSender(
      { database, nouns: NOUNS, userId: 'user' },
      {
        transport: {
          send: async (request, { epoch }) => {
            sent.push(request)
            epochsSent.push(epoch)
            const answer = answers.shift()
            if (answer === undefined) throw new TypeError('Failed to fetch')
            return typeof answer === 'function' ? answer(request) : answer
          },
        },
        clock,
        locks: locks.forTab(tab),
        token: async () => parts.token,
        random: () => 0.5,
        onUnauthenticated: () => events.push('unauthenticated'),
        onOutdated: () => events.push('outdated'),
      },
    )
    const { queue: work, outbox } = waitingWork(database, { now: clock.now })
    return { database, sender, work, outbox, drain: sender.drain }
  }

  const tab = openTab()
  return {
    ...tab,
    clock,
    sent,
    epochsSent,
    events,
    openTab,
    /** The server's replies to the next requests, in order; after that the phone is offline. */
    answerWith: (...next: Answer[]) => {
      answers = next
    },
    queue: async () => (await tab.database.outbox.orderBy('seq').toArray()) as TrollyRecord[],
    knowsTrolly: async () => {
      await tab.database.trollies.put(aHead())
    },
    append: (operation: Operation, trollyId: string = TROLLY) => tab.outbox.append(trollyId, operation),
  }
}

type Answer = TransportReply | ((request: StoredRequest) => TransportReply | Promise<TransportReply>)

export const reply = (
  status: number,
  body: unknown,
  parts: Partial<TransportReply> = {},
): TransportReply => ({
  status,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  retryAfterSeconds: undefined,
  epoch: 'epoch-1',
  ...parts,
})

export const refusal = (status: number, code: string, fields: object = {}): TransportReply =>
  reply(status, { message: `Refused: ${code}`, code, ...fields })

const TOTALS = {
  lineCount: 0,
  netPence: 0,
  vat: [],
  vatPence: 0,
  totalPence: 0,
  estimated: false,
  unpricedCount: 0,
}
export const aBasketHead = (parts: Parameters<typeof aHead>[0] = {}) => ({ ...aHead(parts), totals: TOTALS })

/** A success that changed one line from one version to the next. */
export const changed = (parts: {
  product_no?: string
  quantity?: number
  before: number
  after?: number
  trollyVersion?: number
}): TransportReply => {
  const version = parts.after ?? parts.before + 1
  const body: BasketChanged = {
    basket: aBasketHead({ version: parts.trollyVersion ?? 6 }),
    versionBefore: (parts.trollyVersion ?? 6) - 1,
    detailsVersionBefore: 2,
    line: {
      product_no: parts.product_no ?? 'P1',
      quantity: parts.quantity ?? 1,
      version,
      versionBefore: parts.before,
      removed: false,
      seenPricePence: 100,
      addedAt: '2026-03-03T09:00:00.000Z',
      product: null,
    },
  }
  return reply(200, body)
}

/** The order that a trolly became. */
export const anOrder = (): Order => ({
  id: TROLLY,
  basketId: TROLLY,
  orderNo: '100001',
  customerId: 'C1',
  deliveryDay: '2026-03-05',
  poNumber: '',
  instructions: '',
  placedAt: '2026-03-03T09:00:00.000Z',
  payBy: 'account',
  lines: [],
  totals: TOTALS,
})
