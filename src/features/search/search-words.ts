import { asOfText } from '#domain/as-of.ts'
import { numberText } from '#domain/plain-text.ts'
import type { Rewording } from '#search/search.ts'
import type { FoundForTrolly } from './engine/find-for-trolly.ts'
import type { ListOnDevice } from './use-list-on-device.ts'

/** "312 products", "3 products and 1,004 similar" */
export const totalWords = (total: number, similarFrom = total): string => {
  const exact = similarFrom === 1 ? '1 product' : `${numberText(similarFrom)} products`
  return similarFrom === total ? exact : `${exact} and ${numberText(total - similarFrom)} similar`
}

type Counted = Pick<Rewording, 'similarFrom'> & {
  total: number
  page: number
  pageLength: number
  data: readonly unknown[]
}

/** "25 to 48 of 312 products, 3 as typed", if there are several pages. */
export const countWords = ({ total, similarFrom, page, pageLength, data }: Counted): string => {
  if (total <= pageLength || data.length === 0) return totalWords(total, similarFrom)
  const before = (page - 1) * pageLength
  const exact = similarFrom === undefined ? '' : `, ${numberText(similarFrom)} as typed`
  return `${numberText(before + 1)} to ${numberText(before + data.length)} of ${totalWords(total)}${exact}`
}

/** How many on this page come before the similar ones; undefined if none is only similar. */
export const exactOnPage = ({ similarFrom, page, pageLength, data }: Counted): number | undefined => {
  if (similarFrom === undefined) return undefined
  const exact = Math.max(0, similarFrom - (page - 1) * pageLength)
  return exact < data.length ? exact : undefined
}

/** undefined: searched as typed. */
export const rewordingWords = ({ corrections = [], also, dropped = [] }: Rewording): string | undefined => {
  const meant = listOf(corrections.map((correction) => correction.meant))
  const sentences = [
    ...(corrections.length === 0 ? [] : [`${also ? 'Also showing' : 'Showing'} results for ${meant}.`]),
    ...(dropped.length === 0 ? [] : [`No product matches every word, so we left out ${listOf(dropped)}.`]),
  ]
  return sentences.length === 0 ? undefined : sentences.join(' ')
}

const listOf = (words: readonly string[]): string =>
  new Intl.ListFormat('en-GB').format(words.map((word) => `“${word}”`))

export const progressWords = ({ products }: Pick<ListOnDevice, 'products'>): string =>
  products ? `${totalWords(products)} downloaded so far.` : 'No products downloaded yet.'

/** Only if worth mentioning: offline, or possibly incomplete. */
export const sourceWords = (
  from: FoundForTrolly['from'] | undefined,
  { reached, list, now }: { reached: boolean; list: Pick<ListOnDevice, 'products' | 'pricesAt'>; now: Date },
): string | undefined => {
  if (from === undefined || from === 'server') return undefined
  const { pricesAt } = list
  const missing = reached ? PRICES_ON_THEIR_WAY : PRICES_NOT_HERE
  if (from === 'part') {
    const part = `From this device. The product list is still downloading. ${progressWords(list)}`
    return pricesAt === undefined ? `${part} ${missing}` : part
  }
  if (pricesAt === undefined) return `From this device. ${missing}`
  return reached ? undefined : `From this device · prices as of ${asOfText(new Date(pricesAt), now)}`
}

/** For an account chosen offline, whose prices exist but are not downloaded. */
const PRICES_NOT_HERE = 'This account’s prices will download when you’re back online.'
const PRICES_ON_THEIR_WAY = 'This account’s prices are still downloading.'

export const failureWords = (
  failure: string,
  { list, byFilter }: { list: ListOnDevice; byFilter: boolean },
): string => {
  if (byFilter) return `This filter isn’t available offline yet. ${failure}`
  if (list.complete) return `Search failed. ${failure}`
  return `The product list has not finished downloading, and we can’t reach the server. ${progressWords(list)} ${failure}`
}
