import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Except for the app's own name, and earlier history in comments. */
const TRADE =
  /troll(y|ies)|basket|product|price|quantit|checkout|favourite|template|customer|stock|deliver|\border(s|ed)?\b/i
const ALLOWED = [/trolly-sender-/, /^ *\/?\*/]

test.each(['domain/outbox', 'src/sync/engine'])('%s mentions nothing of the trade', async (folder) => {
  const names = (await readdir(join(root, folder))).filter((name) => name.endsWith('.ts'))
  expect(names.length).toBeGreaterThan(3)
  const found: string[] = []
  for (const name of names) {
    const lines = (await readFile(join(root, folder, name), 'utf8')).split('\n')
    for (const line of lines)
      if (TRADE.test(line) && !ALLOWED.some((allowed) => allowed.test(line))) found.push(`${name}: ${line}`)
  }
  expect(found).toEqual([])
})
