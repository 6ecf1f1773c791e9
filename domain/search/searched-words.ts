import { QUERY_WORDS_MAX } from './query.ts'

/**
 * The words of a search in any list, each once and in small letters. Later ones are ignored, as in a product search: every
 * word costs a pass over the list's texts.
 */
export const searchedWords = (text: string): string[] =>
  [...new Set(text.toLowerCase().split(/\s+/))].filter((word) => word !== '').slice(0, QUERY_WORDS_MAX)
