import { dayText, londonDayOf } from './london-time.ts'
import { numberText } from './plain-text.ts'
import { ALLERGENS, type Allergen } from './product.ts'
import type { Declared, SafetyNotice } from './safety-notices.ts'

export const RECALL_ACTIONS = ['return', 'destroy', 'stop_serving'] as const
export type RecallAction = (typeof RECALL_ACTIONS)[number]

/** What a kitchen does, as the first words of a recall. */
const RECALL_ACTION_WORDS: Readonly<Record<RecallAction, string>> = {
  return: 'Do not use it. Keep it for our driver to collect',
  destroy: 'Do not use it. Throw it away',
  stop_serving: 'Stop serving it until you hear from us',
}

/** The same for the office, in fewer words: a select on a phone cuts off longer ones. */
export const RECALL_ACTION_CHOICES: Readonly<Record<RecallAction, string>> = {
  return: 'Keep it for our driver to collect',
  destroy: 'Throw it away',
  stop_serving: 'Stop serving it for now',
}

/** A newer server may name an action that this build does not know. */
export const recallActionText = (action: string): string =>
  Object.hasOwn(RECALL_ACTION_WORDS, action)
    ? RECALL_ACTION_WORDS[action as RecallAction]
    : 'Do not use it, and phone us'

/** How much of a notice's product a customer has bought, and until when. */
export const boughtText = (
  { product_no, name, pack, quantity, lastBought }: SafetyNotice['products'][number],
  now: Date,
): string => {
  const goods = [name || product_no, pack].filter(Boolean).join(', ')
  const day = dayText(lastBought, now)
  if (quantity === 0) return `You agreed to ${goods} as a substitute. On order for ${day}`
  const isToCome = lastBought > londonDayOf(now)
  return `You bought ${numberText(quantity)} × ${goods}. ${isToCome ? 'On order for' : 'Last delivery:'} ${day}`
}

/** In the regulation’s order, to compare products. Allergens of a newer server come last: none may be dropped. */
const inOrder = (allergens: readonly Allergen[]): Allergen[] => [
  ...ALLERGENS.filter((allergen) => allergens.includes(allergen)),
  ...allergens.filter((allergen) => !ALLERGENS.includes(allergen)),
]

/** What is not declared is unknown, and never reads as absent. */
export const allergenWords = (allergens: readonly Allergen[] | null): string => {
  if (allergens === null) return 'Not declared, please ask us'
  const text = inOrder(allergens).join(', ')
  return text === '' ? 'None of the 14 allergens' : text.charAt(0).toUpperCase() + text.slice(1)
}

/** `Now contains nuts`, `No longer contains milk`; a list that was or becomes unknown says so. */
export const declaredChanges = (before: Declared, after: Declared): string[] => [
  ...changesOf(before.contains, after.contains, CONTAINS),
  ...changesOf(before.mayContain, after.mayContain, MAY_CONTAIN),
]

const CONTAINS = { now: 'Now contains', gone: 'No longer contains', what: 'What it contains' }
const MAY_CONTAIN = {
  now: 'May now contain',
  gone: 'No longer listed under may contain:',
  what: 'What it may contain',
}

const changesOf = (
  before: readonly Allergen[] | null,
  after: readonly Allergen[] | null,
  { now, gone, what }: typeof CONTAINS,
): string[] => {
  if (after === null) return before === null ? [] : [`${what} is no longer declared`]
  const added = inOrder(after).filter((allergen) => before?.includes(allergen) !== true)
  const removed = inOrder(before ?? []).filter((allergen) => !after.includes(allergen))
  return [
    ...(added.length === 0 ? [] : [`${now} ${added.join(', ')}`]),
    ...(removed.length === 0 ? [] : [`${gone} ${removed.join(', ')}`]),
    ...(before === null && added.length === 0 ? [`${what} is now declared: none of the 14 allergens`] : []),
  ]
}
