import {
  classOfGrades,
  headPlaceOf,
  levelOf,
  type MatchClass,
  NO_LEVEL,
  wantedWordsOf,
} from '#search/match.ts'
import type { Reading } from '#search/query.ts'
import { WORD_KINDS } from './index-chunk.ts'
import { type InvertedIndex, KIND_MASK, SLOT_SHIFT } from './inverted-index.ts'

/** Grades of each slot's words, in the name and in all fields. All 0 between searches. */
let nameGrades = new Uint32Array(0)
let allGrades = new Uint32Array(0)
let touched = new Uint32Array(0)

/** A word at the first place of a reading, of any grade. */
const ANY_GRADE = 0x01010101

const NAMED = 1
const OF_CATEGORY = 2

/** Each slot's best match class over all readings of a query. */
export const createSlotClasses = (slotCount: number) => {
  if (touched.length < slotCount) {
    nameGrades = new Uint32Array(slotCount)
    allGrades = new Uint32Array(slotCount)
    touched = new Uint32Array(slotCount)
  }
  const classes = new Uint8Array(slotCount).fill(NO_LEVEL)
  const heads = new Uint8Array(slotCount)

  return {
    add: (
      { starts, postings }: InvertedIndex,
      graded: ReadonlyMap<number, number>,
      reading: Reading,
    ): void => {
      const wanted = wantedWordsOf(reading)
      const head = ANY_GRADE << headPlaceOf(reading)
      let count = 0
      for (const [id, grades] of graded) {
        const end = starts[id + 1] as number
        for (let at = starts[id] as number; at < end; at += 1) {
          const posting = postings[at] as number
          const slot = posting >>> SLOT_SHIFT
          const kind = posting & KIND_MASK
          if (kind > WORD_KINDS.other) {
            if ((grades & head) === 0) continue
            heads[slot] = (heads[slot] as number) | (kind === WORD_KINDS.nameHead ? NAMED : OF_CATEGORY)
            continue
          }
          const known = allGrades[slot] as number
          if (known === 0) {
            touched[count] = slot
            count += 1
          }
          allGrades[slot] = known | grades
          if (kind === WORD_KINDS.name) nameGrades[slot] = (nameGrades[slot] as number) | grades
        }
      }
      for (let place = 0; place < count; place += 1) {
        const slot = touched[place] as number
        const found = classOfGrades(nameGrades[slot] as number, allGrades[slot] as number, wanted)
        if (found !== undefined && found < (classes[slot] as number)) classes[slot] = found
        nameGrades[slot] = allGrades[slot] = 0
      }
    },
    set: (slot: number, matchClass: MatchClass): void => {
      classes[slot] = matchClass
    },
    levels: (): Uint8Array => {
      for (let slot = 0; slot < slotCount; slot += 1) {
        const found = classes[slot] as number
        if (found === NO_LEVEL) continue
        const head = heads[slot] as number
        classes[slot] = levelOf(found, (head & NAMED) !== 0, (head & OF_CATEGORY) !== 0)
      }
      return classes
    },
  }
}
