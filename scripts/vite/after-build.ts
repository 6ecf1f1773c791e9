import { resolve } from 'node:path'
import type { Plugin } from 'vite'

/**
 * A plugin that works on the finished build; not after a failed one.
 *
 * @param order `post`: after plugins without an order, some of which write files at this time too
 */
export function afterBuild(
  name: string,
  work: (outDir: string) => Promise<unknown>,
  order: 'post' | null = null,
): Plugin {
  let outDir = ''
  let failed = false
  return {
    name,
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    buildEnd(error) {
      failed = error !== undefined
    },
    closeBundle: {
      sequential: true,
      order,
      async handler() {
        if (!failed) await work(outDir)
      },
    },
  }
}
