import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { minify, type Plugin } from 'vite'

/** Half of before-start.js is comments, and every page loads it; files in public/ are copied as they are. */
export function minifyBeforeStart(): Plugin {
  return {
    name: 'trolly:minify-before-start',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const file = resolve(dir, 'before-start.js')
      const { code, errors } = await minify(file, await readFile(file, 'utf8'))
      if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'))
      await writeFile(file, code)
    },
  }
}
