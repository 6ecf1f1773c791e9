import { playHistories } from '#tests/support/sim/play-histories.ts'

await playHistories({ part: 0, of: 2 })
