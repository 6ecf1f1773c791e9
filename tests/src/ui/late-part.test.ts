import { expect, it } from 'vitest'
import { latePart, loadLateParts } from '#src/ui/surface/late-part.tsx'

const Part = () => null

it('loads late parts one after the other, each once the page is quiet, and goes on after a failed one', async () => {
  const events: string[] = []
  const part = (name: string, fails = false) =>
    latePart(async () => {
      events.push(`${name} begins`)
      await Promise.resolve()
      events.push(`${name} ends`)
      if (fails) throw new Error('Not found')
      return Part
    })
  part('first')
  part('second', true)
  const third = part('third')
  await loadLateParts(async () => {
    events.push('quiet')
  })
  const parts = ['first', 'second', 'third']
  expect(events.slice(events.indexOf('first begins') - 1)).toEqual(
    parts.flatMap((name) => ['quiet', `${name} begins`, `${name} ends`]),
  )
  expect(third.get()).toBe(Part)
})

it('loads no more once its page is left', async () => {
  const leaving = new AbortController()
  const late = latePart(async () => Part)
  await loadLateParts(async () => leaving.abort(), leaving.signal)
  expect(late.get()).toBeUndefined()
})
