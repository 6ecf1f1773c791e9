import { codeClassOf, type MatchClass } from '#search/match.ts'
import type { CodeQuery } from '#search/query.ts'
import { type IndexChunk, textAt } from './index-chunk.ts'

/**
 * Products by their numbers and barcodes. Most texts have no digit, and neither have the numbers of few products: those are
 * looked up, and only for other texts all codes are gone through, a chunk's as one text.
 */
export const createCodeIndex = (chunks: readonly IndexChunk[], slotsPerChunk: number) => {
  const wordy = new Map<string, number[]>()
  for (const [place, { codes, codeEnds, product_nos }] of chunks.entries()) {
    for (const [slot, product_no] of product_nos.entries()) {
      if (product_no === '' || DIGIT.test(product_no)) continue
      const [code = ''] = textAt(codes, codeEnds, slot).split(' ')
      wordy.set(code, [...(wordy.get(code) ?? []), place * slotsPerChunk + slot])
    }
  }

  function* slotsOf(wanted: string): Generator<[slot: number, codes: string[]]> {
    for (const [place, { codes, codeEnds }] of chunks.entries()) {
      for (let at = codes.indexOf(wanted); at !== -1; ) {
        const slot = slotAt(codeEnds, at)
        yield [place * slotsPerChunk + slot, textAt(codes, codeEnds, slot).split(' ')]
        at = codes.indexOf(wanted, codeEnds[slot])
      }
    }
  }

  return {
    /** Match classes by slot. */
    classes: (code: CodeQuery | null): Map<number, MatchClass> => {
      const classes = new Map<number, MatchClass>()
      for (const wanted of new Set([...(code?.equal ?? []), ...(code?.beginning ?? [])])) {
        const found = DIGIT.test(wanted)
          ? slotsOf(wanted)
          : (wordy.get(wanted) ?? []).map((slot) => [slot, [wanted]] as const)
        for (const [slot, codes] of found) {
          const matchClass = codeClassOf(code, codes)
          if (matchClass !== undefined) classes.set(slot, matchClass)
        }
      }
      return classes
    },
  }
}

const DIGIT = /\d/

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
