import { shiftClock } from '#e2e/support/clock.mjs'
import { aheadOf, PLAIN_DAY } from '#e2e/support/frozen-day.ts'

// Each file of unit and screen tests begins on the day of the journeys, whatever the day is. Server tests pass their own clock.
shiftClock(aheadOf(PLAIN_DAY))
