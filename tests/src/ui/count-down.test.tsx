import { act, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CountDown, durationWords } from '#src/ui/status/count-down.tsx'
import { createMinuteClock } from '#src/ui/status/minute-clock.ts'
import { createManualClock } from './manual-clock.ts'

const MINUTE = 60_000

describe('CountDown', () => {
  it('updates every countdown on a page at the same minute, with one timer', () => {
    const clock = createManualClock(30_000)
    const timers: number[] = []
    const minutes = createMinuteClock({
      ...clock,
      setTimeout: (run, delayMs) => {
        timers.push(delayMs)
        return clock.setTimeout(run, delayMs)
      },
    })
    render(
      <>
        <CountDown until={72 * MINUTE} passed="passed" clock={minutes} />
        <CountDown until={2 * MINUTE} passed="passed" clock={minutes} />
      </>,
    )
    expect(screen.getByText('1 h 12 min')).toBeDefined()
    expect(timers).toEqual([30_000])
    act(() => clock.advance(30_000))
    expect(screen.getByText('1 h 11 min')).toBeDefined()
    expect(screen.getByText('1 min')).toBeDefined()
    act(() => clock.advance(MINUTE))
    expect(screen.getByText('passed')).toBeDefined()
    expect(timers).toEqual([30_000, MINUTE, MINUTE])
  })

  it.each([
    [121, null],
    [119, 'soon'],
    [30, 'soon'],
    [29, 'urgent'],
    [0, 'urgent'],
  ])('with %i minutes left looks %s, unless nothing is lost when it ends', (minutes, urgency) => {
    const minuteClock = createMinuteClock(createManualClock(0))
    render(
      <>
        <CountDown until={minutes * MINUTE} passed="passed" clock={minuteClock} />
        <CountDown until={minutes * MINUTE} passed="passed calmly" after=" to go" calm clock={minuteClock} />
      </>,
    )
    const looks = (words: RegExp) => screen.getByText(words).getAttribute('data-urgency')
    expect(looks(minutes === 0 ? /^passed$/ : /(h|min)$/)).toBe(urgency)
    expect(looks(minutes === 0 ? /^passed calmly$/ : / to go$/)).toBeNull()
  })

  it('stops its clock when nothing is counting down', () => {
    const clock = createManualClock()
    const running = new Set<number>()
    const minutes = createMinuteClock({
      now: clock.now,
      setTimeout: (run, delayMs) => {
        const timer = clock.setTimeout(run, delayMs)
        running.add(timer)
        return timer
      },
      clearTimeout: (timer) => void running.delete(timer),
    })
    const { unmount } = render(<CountDown until={MINUTE} passed="passed" clock={minutes} />)
    expect(running.size).toBe(1)
    unmount()
    expect(running.size).toBe(0)
  })
})

describe('durationWords', () => {
  it.each([
    [30_000, '1 min'],
    [59 * MINUTE, '59 min'],
    [60 * MINUTE, '1 h'],
    [72 * MINUTE, '1 h 12 min'],
    [24 * 60 * MINUTE, '1 d'],
    [(3 * 24 + 4) * 60 * MINUTE + 59_000, '3 d 4 h'],
  ])('shows %i ms as "%s"', (ms, words) => expect(durationWords(ms)).toBe(words))
})
