import { liveQuery } from 'dexie'
import PQueue from 'p-queue'
import type { Customer } from '#domain/customer.ts'
import { FAILED, orFailed } from './or-failed.ts'
import { countLines, findTrollyOutline, outlineOf, type TrollyOutline } from './trollies/trollies.ts'
import { type ShownTrolly, type Watched, watchTrolly } from './trollies/watch-trolly.ts'
import type { UserDatabase } from './user-database.ts'

/** Kept for an offline start; the customer is kept whole, as the early checks need its terms. */
export type Choice = {
  customer: Customer
  deliveryDay: string | null
  trollyId: string | null
}

const NAME = 'choice'

/** A trolly that is started just after a tap on a day waits here until the day is stored. */
export const choosing = new PQueue({ concurrency: 1 })

export const findChoice = async (database: UserDatabase): Promise<Choice | undefined> =>
  (await database.settings.get(NAME))?.value as Choice | undefined

export const keepChoice = async (database: UserDatabase, choice: Choice): Promise<void> => {
  await database.settings.put({ name: NAME, value: choice })
}

export const forgetChoice = async (database: UserDatabase): Promise<void> => {
  await database.settings.delete(NAME)
}

export const changeChoice = (database: UserDatabase, part: Partial<Choice>): Promise<void> =>
  database.transaction('rw', database.settings, async () => {
    const choice = await findChoice(database)
    if (choice) await keepChoice(database, { ...choice, ...part })
  })

/** An open trolly's own day takes precedence over the chosen one. */
export type OrderingFor = Choice & { trolly: (TrollyOutline & { lineCount: number }) | null }

/** null: no customer is chosen. @returns stops it */
export const watchOrderingFor = (
  database: UserDatabase,
  tell: (watched: Watched<OrderingFor | null>) => void,
): (() => void) => {
  let stopTrolly = () => {}
  const watchCurrent = (choice: Choice): void => {
    const { trollyId } = choice
    if (trollyId === null) tell({ state: 'ready', value: { ...choice, trolly: null } })
    else
      stopTrolly = watchTrolly({ database, trollyId }, (trolly) => {
        tell(
          trolly.state === 'failed' ? trolly : { state: 'ready', value: orderingFor(choice, trolly.value) },
        )
      })
  }
  const choices = liveQuery(() => orFailed(findChoice(database))).subscribe((choice) => {
    // The new watch starts before the old one stops, so a trolly they share is not read again.
    const stopBefore = stopTrolly
    stopTrolly = () => {}
    if (choice === FAILED) tell({ state: 'failed' })
    else if (choice) watchCurrent(choice)
    else tell({ state: 'ready', value: null })
    stopBefore()
  })
  return () => {
    choices.unsubscribe()
    stopTrolly()
  }
}

const orderingFor = (choice: Choice, current: ShownTrolly | null): OrderingFor => {
  if (current?.view.state !== 'open') return { ...choice, trolly: null }
  const { view } = current
  const trolly = { ...outlineOf(view), lineCount: countLines(view) }
  return { ...choice, deliveryDay: view.deliveryDay, trolly }
}

/** undefined: none is chosen, or it is no longer open. */
export const findCurrentTrolly = async (database: UserDatabase): Promise<TrollyOutline | undefined> => {
  const { trollyId = null } = (await findChoice(database)) ?? {}
  const trolly = trollyId === null ? undefined : await findTrollyOutline(database, trollyId)
  return trolly?.state === 'open' ? trolly : undefined
}

/** The day that is shown as chosen, which a new trolly gets: the current trolly's, else the choice's. */
export const findChosenDay = async (database: UserDatabase): Promise<string | null> => {
  const trolly = await findCurrentTrolly(database)
  return trolly ? trolly.deliveryDay : ((await findChoice(database))?.deliveryDay ?? null)
}
