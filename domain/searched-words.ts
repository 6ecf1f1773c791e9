/** Eight words of four grades fill the 32 bits of search/match.ts. */
export const QUERY_WORDS_MAX = 8

/**
 * The words of a search in any list, each once and in small letters. Later ones are ignored, as in a product search: every
 * word costs a pass over the list's texts.
 */
export const searchedWords = (text: string): string[] =>
  [...new Set(text.toLowerCase().split(/\s+/))].filter((word) => word !== '').slice(0, QUERY_WORDS_MAX)
