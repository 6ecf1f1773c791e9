import { v7 as uuidv7 } from 'uuid'
import { attemptsAfterAnswer } from '#domain/outbox/lane.ts'
import { type AnyOperation, isUntouched } from '#domain/outbox/operation.ts'
import { idOfLane, type Lane, OUTBOX_FORMAT, type OutboxRecord } from '#domain/outbox/record.ts'
import { type NounRules, rulesFor, subjectOf } from '#domain/outbox/rules.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { type Change, type Noun, type Nouns, requireNoun, type TableName } from './noun.ts'

/** Unconfirmed work. Each change is one transaction: stored when its promise resolves, not at all when it rejects. */
export type Queue = {
  append: (lane: Lane, operation: AnyOperation, seen?: unknown) => Promise<void>
  /** @returns false if it was already attempted or is not there */
  takeBack: (lane: Lane, kind: string) => Promise<boolean>
  /** 'theirs' drops this device's change; 'mine' repeats it upon the version in the refusal. */
  decide: (opId: string, choice: Choice) => Promise<void>
  discard: (lane: Lane) => Promise<void>
  /** Ends all waits and lets operations go together: the connection is back, or the person asks. */
  hurry: () => Promise<void>
  /** For what only one noun does to its lanes: one transaction over its tables. */
  changing: <Result>(lane: Lane, act: (within: Changing) => Promise<Result>) => Promise<Result>
}

export type Choice = 'mine' | 'theirs'

/** When the change is to be sent: 'soon' where more may fold into it. */
export type Urgency = 'now' | 'soon'

export type Changing = {
  append: (operation: AnyOperation, seen?: unknown) => Promise<void>
  record: (change: Change<AnyOperation>) => Omit<OutboxRecord, 'seq'>
}

export type QueuePorts = {
  database: UserDatabase
  nouns: Nouns
  now: () => number
  newId?: () => string
  onChange: (urgency: Urgency) => void
}

export const createQueue = ({ database, nouns, now, newId = uuidv7, onChange }: QueuePorts): Queue => {
  const { outbox } = database

  const recordOf = (
    noun: Noun,
    lane: Lane,
    { operation, expectedVersion }: Change<AnyOperation>,
  ): Omit<OutboxRecord, 'seq'> => ({
    v: OUTBOX_FORMAT,
    opId: newId(),
    lane,
    operation,
    expectedVersion,
    state: 'pending',
    attempts: 0,
    request: null,
    refusal: null,
    nextAttemptAt: 0,
    notBefore: dueAfterUndo(noun, operation, now()),
    createdAt: now(),
  })

  const appendTo = async (noun: Noun, lane: Lane, operation: AnyOperation, seen?: unknown): Promise<void> => {
    const { takenBack, write } = await noun.plan({
      database,
      id: idOfLane(lane),
      now: now(),
      operation,
      seen,
    })
    const taken = takenBack.length > 0 ? await outbox.where('opId').anyOf(takenBack).toArray() : []
    await outbox.bulkDelete(taken.map(({ seq }) => seq))
    if (!write) return
    const { into, ...change } = write
    // `put`, not `modify`, which would look it up again while a tap waits.
    if (into) await outbox.put({ ...into, ...change })
    else await outbox.put(inPlace(noun.rules, recordOf(noun, lane, change), taken))
  }

  const inTransaction = async <Result>(
    tables: readonly TableName[],
    act: () => Promise<Result>,
    urgency: Urgency = 'now',
  ): Promise<Result> => {
    const result = await database.transaction('rw', [outbox, database.sync, ...tables], act)
    onChange(urgency)
    return result
  }

  const changingLane = <Result>(
    lane: Lane,
    act: (within: Changing) => Promise<Result>,
    urgency?: Urgency,
  ): Promise<Result> => {
    const noun = requireNoun(nouns, lane)
    const within: Changing = {
      append: (operation, seen) => appendTo(noun, lane, operation, seen),
      record: (change) => recordOf(noun, lane, change),
    }
    return inTransaction(noun.tables.changed, async () => await act(within), urgency)
  }

  return {
    changing: (lane, act) => changingLane(lane, act),
    append: (lane, operation, seen) => {
      const gathers = rulesFor(requireNoun(nouns, lane).rules, operation)?.gathers === true
      return changingLane(lane, ({ append }) => append(operation, seen), gathers ? 'soon' : 'now')
    },

    takeBack: (lane, kind) =>
      inTransaction([], async () => {
        const taken = await outbox
          .where('lane')
          .equals(lane)
          .filter((queued) => queued.operation.kind === kind && isUntouched(queued))
          .delete()
        return taken > 0
      }),

    decide: async (opId, choice) => {
      const asked = await outbox.where('opId').equals(opId).first()
      if (asked) await changingLane(asked.lane, () => decide(requireNoun(nouns, asked.lane), opId, choice))
    },

    discard: (lane) =>
      changingLane(lane, async () => {
        await outbox.where('lane').equals(lane).delete()
        await requireNoun(nouns, lane).discarded?.({ database, id: idOfLane(lane), now: now() })
      }),

    hurry: () =>
      inTransaction([], async () => {
        await outbox
          .filter(
            ({ state, attempts, nextAttemptAt }) =>
              nextAttemptAt > 0 || (state === 'pending' && attempts > 0),
          )
          .modify((record) => {
            record.nextAttemptAt = 0
            // Assumes that only the connection was missing, so that work goes together again.
            record.attemptsInARow = attemptsAfterAnswer(record)
          })
      }),
  }

  async function decide(noun: Noun, opId: string, choice: Choice): Promise<void> {
    const asked = await outbox.where('opId').equals(opId).first()
    // Already decided in another tab.
    if (asked?.state !== 'attention') return
    const { lane } = asked
    const withdrawn = await outbox
      .where('lane')
      .equals(lane)
      .filter(
        (queued) => isUntouched(queued) && rulesFor(noun.rules, queued.operation)?.awaitsDecisions === true,
      )
      .delete()
    await outbox.delete(asked.seq)
    if (withdrawn > 0) await noun.withdrawn?.({ database, id: idOfLane(lane), now: now() })
    if (choice === 'theirs') return
    await outbox.put(inPlace(noun.rules, recordOf(noun, lane, noun.repeated(asked)), [asked]))
  }
}

/** What was decided keeps the place of what asked: ahead of what needs it, such as the note of an added line. */
export const inPlace = (
  rules: NounRules,
  record: Omit<OutboxRecord, 'seq'>,
  taken: readonly OutboxRecord[],
): OutboxRecord => {
  const subject = subjectOf(rules, record.operation)
  const asked = taken.find(
    ({ state, operation }) => state === 'attention' && subjectOf(rules, operation) === subject,
  )
  // Without a number of its own it goes to the end.
  return (asked ? { ...record, seq: asked.seq } : record) as OutboxRecord
}

const dueAfterUndo = ({ rules }: Noun, operation: AnyOperation, now: number): number => {
  const undoMs = rulesFor(rules, operation)?.undoMs
  return undoMs === undefined ? 0 : now + undoMs
}
