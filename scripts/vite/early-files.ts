import { join } from 'node:path'
import type { Plugin } from 'vite'
import { chunksReachedFrom, stylesOf } from './reached-chunks.ts'

/**
 * Tells the page, before any of the app runs, what the app is going to load in any case: public/before-start.js has it
 * fetched alongside the first files, not after them.
 *
 * @param modules by who needs them: paths of modules that are loaded as chunks of their own
 */
export function earlyFiles(root: string, modules: Record<'visitor' | 'signedIn', readonly string[]>): Plugin {
  return {
    name: 'trolly:early-files',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle, chunk: entry }) {
        if (!bundle || !entry) throw new Error('Early files are told from a finished build only')
        if (!entry.facadeModuleId) throw new Error('The entry has no module')
        const namesFrom = (ids: string[]) => {
          const chunks = chunksReachedFrom(bundle, ids)
          return [...chunks.map(({ fileName }) => fileName), ...stylesOf(chunks)]
        }
        const first = new Set(namesFrom([entry.facadeModuleId]))
        const early = Object.entries(modules).map(([who, paths]) => {
          const files = namesFrom(paths.map((path) => join(root, path)))
          return [who, files.filter((file) => !first.has(file)).map((file) => `/${file}`)]
        })
        // Before the script that reads it, which stands in the page's source.
        return [
          {
            tag: 'meta',
            attrs: { name: 'early-files', content: JSON.stringify(Object.fromEntries(early)) },
            injectTo: 'head-prepend',
          },
        ]
      },
    },
  }
}
