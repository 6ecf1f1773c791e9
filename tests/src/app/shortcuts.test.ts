import { describe, expect, it, vi } from 'vitest'
import { createShortcutReader, isTextEntry, SEQUENCE_MS } from '#src/app/shortcuts.ts'

const shortcuts = ['/', '?', 'g h', 'g t'].map((keys) => ({ keys, label: keys, run: vi.fn() }))

function press(
  ...presses: (string | { key: string; typing?: boolean; modified?: boolean; atMs?: number })[]
) {
  const read = createShortcutReader()
  const found: string[] = []
  for (const [index, each] of presses.entries()) {
    const given = typeof each === 'string' ? { key: each } : each
    const shortcut = read({ modified: false, typing: false, atMs: index * 100, ...given }, shortcuts)
    if (shortcut) found.push(shortcut.keys)
  }
  return found
}

describe('shortcuts', () => {
  it('recognises single keys and sequences of two', () => {
    expect(press('/', 'g', 'h', '?', 'g', 't')).toEqual(['/', 'g h', '?', 'g t'])
  })

  it('forgets the first key after a while', () => {
    expect(press('g', { key: 'h', atMs: SEQUENCE_MS + 1 })).toEqual([])
  })

  it('forgets the first key after a wrong one, and lets a sequence start again', () => {
    expect(press('g', 'x', 'h')).toEqual([])
    expect(press('g', 'g', 'h')).toEqual(['g h'])
  })

  it('ignores keys typed into a text or pressed with Ctrl', () => {
    expect(
      press({ key: '/', typing: true }, { key: '?', modified: true }, { key: 'g', typing: true }, 'h'),
    ).toEqual([])
  })
})

describe('isTextEntry', () => {
  it.each([
    ['<input>', true],
    ['<input type="search">', true],
    ['<textarea></textarea>', true],
    ['<input data-row-target="quantity">', false],
    ['<select></select>', true],
    ['<input type="checkbox">', false],
    ['<input type="radio">', false],
    ['<button></button>', false],
  ])('%s: %s', (html, expected) => {
    const holder = document.createElement('div')
    holder.innerHTML = html
    expect(isTextEntry(holder.firstElementChild)).toBe(expected)
  })
})
