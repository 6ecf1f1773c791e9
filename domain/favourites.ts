import { type Lane, laneOf, type OutboxRecord } from './outbox/record.ts'
import type { KindRules } from './outbox/rules.ts'
import { compareCodes } from './plain-text.ts'

/** A set of products per user. The last state wins, so there are no versions and no conflicts. */
export type Favourite = {
  product_no: string
  /** ISO instant. */
  addedAt: string
}

export const FAVOURITES = 'favourites'

export const FAVOURITES_LANE: Lane = laneOf(FAVOURITES, 'own')

export type FavouriteOperation = {
  kind: 'star' | 'unstar'
  product_no: string
  /** The current trolly, part of the call's address. It need not exist. */
  trollyId: string
  at: string
}

export type FavouriteRecord = OutboxRecord<FavouriteOperation>

/** A refused change is dropped, leaving the server's list. */
const rules: KindRules<FavouriteOperation, FavouriteOperation> = {
  subject: ({ product_no }) => product_no,
  foldAfter: (operation) => operation,
  isDone: () => true,
  repeatable: true,
  gathers: true,
}

export const FAVOURITE_KINDS = { star: rules, unstar: rules }

export const viewFavourites = (
  stored: readonly Favourite[],
  queue: readonly Pick<FavouriteRecord, 'operation'>[],
): Favourite[] => {
  const all = new Map(stored.map((favourite) => [favourite.product_no, favourite]))
  for (const { operation } of queue) {
    const { kind, product_no, at } = operation
    if (kind === 'unstar') all.delete(product_no)
    else if (!all.has(product_no)) all.set(product_no, { product_no, addedAt: at })
  }
  return [...all.values()].sort(lastAddedFirst)
}

export const FAVOURITES_SHOWN = { lane: FAVOURITES_LANE, rules: FAVOURITE_KINDS, view: viewFavourites }

export const lastAddedFirst = (one: Favourite, other: Favourite): number =>
  compareCodes(other.addedAt, one.addedAt) || compareCodes(one.product_no, other.product_no)

type NameOf = (product_no: string) => string

export const favouriteText = ({ kind, product_no }: FavouriteOperation, nameOf: NameOf): string =>
  kind === 'star' ? `Add ${nameOf(product_no)}` : `Remove ${nameOf(product_no)}`

export const refusedFavouritesText = (
  refused: readonly { operation: FavouriteOperation; code: string }[],
  nameOf: NameOf,
): string => {
  const names = refused.map(({ operation }) => nameOf(operation.product_no)).join(', ')
  const reason = refused.every(({ code }) => code === 'product_not_found')
    ? 'No longer sold'
    : 'The server rejected it'
  return `Not added to your favourites: ${names}. ${reason}.`
}
