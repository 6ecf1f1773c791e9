import { playHistories } from '#tests/support/sim/play-histories.ts'

await playHistories({ part: 1, of: 2 })
