import type { Page } from '@playwright/test'
import { expect, it } from 'vitest'
import { tapOften } from '#bench/device/adding.ts'

type Place = { x: number; y: number }

/** A page whose rows appear and move as given by the readings, the last of them permanently. */
const pageOf = (readings: Place[][]) => {
  const taps: Place[] = []
  const finger = {
    send: async (_: string, { touchPoints }: { touchPoints: Place[] }) => void taps.push(...touchPoints),
    detach: async () => {},
  }
  const page = {
    // The first readings are of places, later ones of a tap's effects.
    evaluate: async () =>
      taps.length > 0 ? { painted: 1, durable: 1 } : readings.length > 1 ? readings.shift() : readings[0],
    waitForTimeout: async () => {},
    context: () => ({ newCDPSession: async () => finger }),
  }
  return { page: page as unknown as Page, taps }
}

it('the bench of adding waits until the rows are painted and at rest, and taps where they are then', async () => {
  const { page, taps } = pageOf([
    [],
    [],
    [{ x: 300, y: 200 }],
    [
      { x: 300, y: 260 },
      { x: 300, y: 380 },
    ],
  ])
  await tapOften(page, 3)
  expect(taps).toEqual([
    { x: 300, y: 260 },
    { x: 300, y: 380 },
    { x: 300, y: 260 },
  ])
})
