import type { Plugin } from 'vite'
import { GROUPS } from './chunks.ts'

/** Read by Chromium from 136; a comment to others. */
const HINT = '//# allFunctionsCalledOnLoad'

/**
 * Makes the browser compile the files of a start as they load, off the page's thread. Otherwise that thread compiles each function on
 * its first call: 2,000 of them, a quarter of a cold start (docs/decisions/0032).
 */
export function compileAhead(): Plugin {
  const names: readonly string[] = GROUPS
  return {
    name: 'trolly:compile-ahead',
    apply: 'build',
    generateBundle: {
      // The hint must be the first line, and Vite writes lines of its own to the top.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && (file.isEntry || names.includes(file.name)))
            file.code = `${HINT}\n${file.code}`
      },
    },
  }
}
