import { join } from 'node:path'
import type { Plugin } from 'vite'
import { chunksReachedFrom, stylesOf } from './reached-chunks.ts'

/**
 * Tells the page which files a signed-in user needs in any case, before any of the app runs: public/before-start.js has them
 * fetched alongside the first files instead of after them.
 *
 * @param modules paths of modules that are loaded as chunks of their own
 */
export function memberFiles(root: string, modules: readonly string[]): Plugin {
  return {
    name: 'trolly:member-files',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle, chunk: entry }) {
        if (!bundle || !entry?.facadeModuleId)
          throw new Error('A member’s files are told from a finished build only')
        const namesFrom = (ids: string[]) => {
          const chunks = chunksReachedFrom(bundle, ids)
          return [...chunks.map(({ fileName }) => fileName), ...stylesOf(chunks)]
        }
        const first = new Set(namesFrom([entry.facadeModuleId]))
        const files = namesFrom(modules.map((path) => join(root, path))).filter((file) => !first.has(file))
        // Before the script that reads it.
        const content = files.map((file) => `/${file}`).join(' ')
        return [{ tag: 'meta', attrs: { name: 'member-files', content }, injectTo: 'head-prepend' }]
      },
    },
  }
}
