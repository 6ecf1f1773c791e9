import { expect, test } from 'vitest'
import { viewersText } from '#domain/trollies/viewers.ts'

test.each([
  [[], false, ''],
  [['Sam Porter'], false, 'Sam Porter is here too'],
  [[], true, 'The office is here too'],
  [['Sam'], true, 'Sam and the office are here too'],
  [['Sam', 'Robin'], true, 'Sam, Robin and the office are here too'],
  [['Sam', 'Robin', 'Asha', 'Tom'], false, 'Sam, Robin and 2 others are here too'],
])('%j, office %j: %s', (names, office, text) => {
  expect(viewersText({ names, office })).toBe(text)
})
