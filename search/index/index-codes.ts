import { codeClassOf, type MatchClass } from '#search/match.ts'
import type { SearchQuery } from '#search/query.ts'
import { type IndexChunk, textAt } from './index-chunk.ts'

/** Codes by slot, with the match class. A chunk's codes are one joined text, which is fast to scan. */
export const codeClassesIn = (chunk: IndexChunk, query: SearchQuery): Map<number, MatchClass> | undefined => {
  const classes = new Map<number, MatchClass>()
  for (const wanted of new Set([...(query.code?.equal ?? []), ...(query.code?.beginning ?? [])])) {
    for (let at = chunk.codes.indexOf(wanted); at !== -1; ) {
      const slot = slotAt(chunk.codeEnds, at)
      const codes = textAt(chunk.codes, chunk.codeEnds, slot).split(' ')
      const matchClass = codeClassOf(query.code, codes)
      if (matchClass !== undefined) classes.set(slot, matchClass)
      at = chunk.codes.indexOf(wanted, chunk.codeEnds[slot])
    }
  }
  return classes.size === 0 ? undefined : classes
}

function slotAt(ends: Uint32Array, place: number): number {
  let low = 0
  let high = ends.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle] ?? 0) > place) high = middle
    else low = middle + 1
  }
  return low
}
