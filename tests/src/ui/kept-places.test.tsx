import { act, fireEvent, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UNDO_MS } from '#domain/undo.ts'
import { useKeptPlaces } from '#src/ui/list/use-kept-places.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const keyOf = (row: string): string => row

/** A list of letters; removed rows that keep their place are in brackets. */
const aList = (letters: string) => {
  const { result, rerender } = renderHook(({ rows }) => useKeptPlaces(rows, keyOf), {
    initialProps: { rows: [...letters] },
  })
  let rows = [...letters]
  const show = (next: string[]): void => {
    rows = next
    rerender({ rows })
  }
  return {
    places: () => result.current.places.map(({ row, isKept }) => (isKept ? `(${row})` : row)).join(''),
    remove: (letter: string): void => {
      act(() => result.current.keep(letter))
      show(rows.filter((row) => row !== letter))
    },
    removeElsewhere: (letter: string): void => show(rows.filter((row) => row !== letter)),
    show: (letters: string): void => show([...letters]),
    release: (letter: string): void => act(() => result.current.release(letter)),
  }
}

const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms))

test('removed rows keep their places', () => {
  const list = aList('ABCDE')
  list.remove('B')
  expect(list.places()).toBe('A(B)CDE')
  list.remove('C')
  list.remove('A')
  list.remove('E')
  expect(list.places()).toBe('(A)(B)(C)D(E)')
  list.show('XD')
  expect(list.places()).toBe('(A)(B)(C)XD(E)')
})

test('a row removed by another device disappears at once', () => {
  const list = aList('ABC')
  list.removeElsewhere('B')
  expect(list.places()).toBe('AC')
})

test('a restored row is a row again, and one whose removal was refused stays', () => {
  const list = aList('ABC')
  list.remove('B')
  list.show('ABC')
  expect(list.places()).toBe('ABC')
  list.removeElsewhere('B')
  expect(list.places()).toBe('AC')
  list.remove('C')
  list.release('C')
  expect(list.places()).toBe('A')
})

test('the place closes after its time', () => {
  const list = aList('ABC')
  list.remove('B')
  pass(UNDO_MS - 1000)
  expect(list.places()).toBe('A(B)C')
  pass(1500)
  expect(list.places()).toBe('AC')
})

test('the place never closes under a finger, a mouse or the focus', () => {
  const list = aList('ABC')
  list.remove('B')
  pass(UNDO_MS - 500)
  fireEvent.pointerDown(document.body)
  pass(1500)
  expect(list.places()).toBe('A(B)C')

  document.body.innerHTML = '<ul><li data-row="0">A</li></ul><p>beside</p>'
  const move = (selector: string): void => {
    const event = new MouseEvent('pointermove', { bubbles: true })
    Object.defineProperty(event, 'pointerType', { value: 'mouse' })
    document.querySelector(selector)?.dispatchEvent(event)
  }
  move('li')
  pass(20_000)
  expect(list.places()).toBe('A(B)C')
  move('p')
  pass(1000)
  expect(list.places()).toBe('AC')
})
