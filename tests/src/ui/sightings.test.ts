import { describe, expect, it } from 'vitest'
import { createSightings } from '#src/ui/scanner/sightings.ts'

describe('a camera', () => {
  it('sees a code once, however often it looks', () => {
    const newlySeen = createSightings()
    expect(newlySeen(['A', 'A', 'B'], 0)).toEqual(['A', 'B'])
    expect(newlySeen(['A'], 100)).toEqual([])
    expect(newlySeen([], 200)).toEqual([])
    // It looked seldom, and missed the code once.
    expect(newlySeen(['A'], 3_000)).toEqual([])
  })

  it('sees it again once it was away for long enough', () => {
    const newlySeen = createSightings()
    newlySeen(['A'], 0)
    for (const atMs of [500, 1_000, 1_400]) newlySeen([], atMs)
    expect(newlySeen(['A'], 1_501)).toEqual(['A'])
    for (const atMs of [1_600, 1_700, 1_800]) newlySeen([], atMs)
    expect(newlySeen(['A'], 1_900)).toEqual([])
  })
})
