import { FAVOURITES, favouriteText } from '#domain/favourites.ts'
import { TROLLY } from '#domain/operations/operation.ts'
import { type NameOf, operationText } from '#domain/operations/words.ts'
import { type Lane, nounOfLane, type OutboxRecord } from '#domain/outbox/record.ts'
import { TEMPLATE } from '#domain/templates/operation.ts'
import { templateText } from '#domain/templates/words.ts'

type Words = { title: string; text: (operation: never, nameOf: NameOf) => string }

/** By noun. */
const WORDS: Readonly<Record<string, Words>> = {
  [TROLLY]: { title: 'Trolly', text: operationText },
  [FAVOURITES]: { title: 'Favourites', text: favouriteText },
  [TEMPLATE]: { title: 'Template', text: templateText },
}

/** @param name what the lane is about, if it has a name of its own; a trolly's says enough */
export const titleOfLane = (lane: Lane, name?: string): string => {
  const noun = nounOfLane(lane)
  const title = WORDS[noun]?.title ?? 'Other changes'
  if (name === undefined) return title
  return noun === TROLLY ? name : `${title} “${name}”`
}

export const recordText = ({ lane, operation }: OutboxRecord, nameOf: NameOf): string =>
  WORDS[nounOfLane(lane)]?.text(operation as never, nameOf) ?? ''
