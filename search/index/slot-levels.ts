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

/** The slots that a query finds. Valid until the next query. */
export type SlotLevels = {
  slots: Uint32Array
  /** The level of each slot; NO_LEVEL if the query does not find it. */
  levels: Uint8Array
}

/** A word at the first place of a reading, of any grade. */
const ANY_GRADE = 0x01010101

/** One slot in so many. */
const MANY = 16

const NAMED = 1
const OF_CATEGORY = 2
const MET = 4

/**
 * Each slot's best match over all readings of a query. The arrays are kept and only what a query has touched is reset: most
 * queries touch few of tens of thousands of slots.
 */
export const createSlotGrader = () => {
  let size = 0
  /** Grades of a slot's words, in the name and in all fields; 0 between readings. */
  let nameGrades = new Uint32Array(0)
  let allGrades = new Uint32Array(0)
  let touched = new Uint32Array(0)
  /** The slots that any reading has met. */
  let met = new Uint32Array(0)
  let metCount = 0
  let facts = new Uint8Array(0)
  let classes = new Uint8Array(0)

  const begin = (slotCount: number): void => {
    if (slotCount > size) {
      size = slotCount
      const array = () => new Uint32Array(size)
      ;[nameGrades, allGrades, touched, met] = [array(), array(), array(), array()]
      facts = new Uint8Array(size)
      classes = new Uint8Array(size).fill(NO_LEVEL)
    } else {
      for (let place = 0; place < metCount; place += 1) {
        const slot = met[place] as number
        facts[slot] = 0
        classes[slot] = NO_LEVEL
      }
    }
    metCount = 0
  }

  const meet = (slot: number): void => {
    const known = facts[slot] as number
    if ((known & MET) !== 0) return
    facts[slot] = known | MET
    met[metCount] = slot
    metCount += 1
  }

  const add = (
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
          meet(slot)
          facts[slot] = (facts[slot] as number) | (kind === WORD_KINDS.nameHead ? NAMED : OF_CATEGORY)
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
      if (found !== undefined) {
        meet(slot)
        if (found < (classes[slot] as number)) classes[slot] = found
      }
      nameGrades[slot] = allGrades[slot] = 0
    }
  }

  return {
    /** @param codeClasses products by their codes, whatever their words */
    grade: (
      inverted: InvertedIndex,
      readings: readonly { reading: Reading; grades: ReadonlyMap<number, number> }[],
      { slotCount, codeClasses }: { slotCount: number; codeClasses: ReadonlyMap<number, MatchClass> },
    ): SlotLevels => {
      begin(slotCount)
      for (const { reading, grades } of readings) add(inverted, grades, reading)
      for (const [slot, codeClass] of codeClasses) {
        meet(slot)
        classes[slot] = codeClass
      }
      let count = 0
      const look = (slot: number): void => {
        const found = classes[slot] as number
        if (found === NO_LEVEL) return
        const known = facts[slot] as number
        classes[slot] = levelOf(found, (known & NAMED) !== 0, (known & OF_CATEGORY) !== 0)
        touched[count] = slot
        count += 1
      }
      // Many are faster to go through in order of their memory.
      if (metCount > slotCount / MANY) for (let slot = 0; slot < slotCount; slot += 1) look(slot)
      else for (let place = 0; place < metCount; place += 1) look(met[place] as number)
      return { slots: touched.subarray(0, count), levels: classes }
    },
  }
}
