import type { SearchQuery } from '#domain/search/query.ts'
import { mayBeTypo, nearestWords, type TypoWords, typoOf } from '#domain/search/typos.ts'
import type { Database } from '#server/db/database.ts'
import { metBy } from './search-levels.ts'
import { findLive, findNear, findUnmet } from './words.repository.ts'

/** What mistyped words were meant to be; undefined where none is mistyped, or one is like no word at all. */
export const findTypos = async (
  database: Database,
  { words }: SearchQuery,
): Promise<TypoWords | undefined> => {
  if (words.length === 0) return undefined
  const unmet = (await findUnmet(database, words.map(metBy))).flatMap((place) => words[place]?.text ?? [])
  if (unmet.length === 0 || !unmet.every(mayBeTypo)) return undefined
  const typos = new Map<string, ReturnType<typeof nearestWords>>()
  for (const typed of unmet) {
    const meant = nearestWords(typed, await findLiveTypos(database, typed))
    if (meant.beginnings.size === 0) return undefined
    typos.set(typed, meant)
  }
  return typos
}

/** Only the nearest count, so that words farther away need not be asked for. */
async function findLiveTypos(database: Database, typed: string): Promise<string[]> {
  const near = (await findNear(database, typed)).flatMap((word) => {
    const typo = typoOf(typed, word)
    return typo === undefined ? [] : [{ word, edits: typo.edits }]
  })
  for (const edits of [...new Set(near.map((typo) => typo.edits))].sort()) {
    const live = await findLive(
      database,
      near.filter((typo) => typo.edits === edits).map(({ word }) => word),
    )
    if (live.length > 0) return live
  }
  return []
}
