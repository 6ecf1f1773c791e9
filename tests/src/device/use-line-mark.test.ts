import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LineState } from '#domain/trollies/line-view.ts'
import { SENT_WITHIN_MS, useLineMark } from '#src/device/use-line-mark.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const aLine = (state: LineState, reached: boolean) => {
  const hook = renderHook(
    (props: { state: LineState; reached: boolean }) => useLineMark(props.state, props.reached),
    {
      initialProps: { state, reached },
    },
  )
  return {
    label: () => hook.result.current?.label,
    turn: (next: LineState, isReached = reached) => hook.rerender({ state: next, reached: isReached }),
    wait: (ms: number) => act(() => vi.advanceTimersByTime(ms)),
  }
}

test('a change sent promptly is never marked', () => {
  const line = aLine('waiting', true)
  line.wait(SENT_WITHIN_MS - 1)
  line.turn('sending')
  expect(line.label()).toBeUndefined()
  line.turn('sent')
  line.wait(SENT_WITHIN_MS)
  expect(line.label()).toBeUndefined()
})

test('a slower change is marked until it is sent', () => {
  const line = aLine('waiting', true)
  line.wait(SENT_WITHIN_MS)
  expect(line.label()).toBe('On this device')
  line.turn('sent')
  expect(line.label()).toBeUndefined()
  line.turn('waiting')
  expect(line.label()).toBeUndefined()
})

test('offline, a change is marked at once', () => {
  const line = aLine('waiting', false)
  expect(line.label()).toBe('On this device')
})

test('a line that needs a decision says so at once', () => {
  expect(aLine('attention', true).label()).toBe('Action needed')
})
