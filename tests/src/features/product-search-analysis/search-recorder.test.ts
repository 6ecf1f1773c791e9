import { expect, test } from 'vitest'
import type { MadeSearch } from '#contract/product-search-analysis.ts'
import {
  createSearchRecorder,
  LEADS_TO_MS,
  SETTLED_MS,
} from '#src/features/product-search-analysis/search-recorder.ts'

const aRecorder = () => {
  let now = Date.parse('2026-11-23T09:00:00Z')
  let due: { at: number; act: () => void } | undefined
  let ids = 0
  const searches = new Map<string, MadeSearch>()
  const recorder = createSearchRecorder({
    put: (search) => void searches.set(search.id, search),
    newId: () => `id-${++ids}`,
    now: () => now,
    after: (delayMs, act) => {
      const mine = { at: now + delayMs, act }
      due = mine
      return () => {
        if (due === mine) due = undefined
      }
    },
  })
  return {
    ...recorder,
    type: (text: string, found = 3) => recorder.seen({ customerId: 'C1', text, found }),
    pass: (ms: number) => {
      now += ms
      if (!due || due.at > now) return
      const { act } = due
      due = undefined
      act()
    },
    recorded: () => [...searches.values()].map(({ term, found, added }) => ({ term, found, added })),
  }
}

test('partial words are not searches; the finished word is one', () => {
  const { type, pass, recorded } = aRecorder()
  for (const text of ['t', 'to', 'tom', 'Tomato ']) {
    type(text)
    pass(300)
  }
  expect(recorded()).toEqual([])
  pass(SETTLED_MS)
  expect(recorded()).toEqual([{ term: 'tomato', found: 3, added: false }])
})

test('a product added soon after belongs to the search, even before it has settled', () => {
  const { type, pass, added, recorded } = aRecorder()
  type('tomato')
  pass(500)
  added()
  expect(recorded()).toEqual([{ term: 'tomato', found: 3, added: true }])
  pass(SETTLED_MS)
  type('kefir', 0)
  pass(SETTLED_MS)
  pass(LEADS_TO_MS)
  added()
  expect(recorded()).toContainEqual({ term: 'kefir', found: 0, added: false })
})

test('returning to a search within minutes continues it, later it is a new one', () => {
  const { type, pass, left, recorded } = aRecorder()
  type('tomato')
  left()
  pass(60_000)
  type('tomato', 5)
  pass(SETTLED_MS)
  expect(recorded()).toEqual([{ term: 'tomato', found: 5, added: false }])
  pass(LEADS_TO_MS)
  type('tomato', 5)
  pass(SETTLED_MS)
  expect(recorded()).toHaveLength(2)
})

test('an empty field is not a search, and later additions do not belong to the previous one', () => {
  const { type, pass, added, recorded } = aRecorder()
  type('tomato')
  pass(SETTLED_MS)
  type(' ')
  added()
  pass(SETTLED_MS)
  expect(recorded()).toEqual([{ term: 'tomato', found: 3, added: false }])
})
