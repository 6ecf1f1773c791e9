import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

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
        const first = filesOf(bundle, [entry.fileName])
        const early = Object.entries(modules).map(([who, paths]) => {
          const starts = paths.map((path) => fileOf(bundle, join(root, path)))
          return [
            who,
            [...filesOf(bundle, starts)].filter((file) => !first.has(file)).map((file) => `/${file}`),
          ]
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

function fileOf(bundle: Rolldown.OutputBundle, id: string): string {
  const chunk = chunksIn(bundle).find(({ facadeModuleId }) => facadeModuleId === id)
  if (!chunk) throw new Error(`The build has no chunk of ${id}`)
  return chunk.fileName
}

/** These chunks and what they import, as far as it is static. */
function filesOf(bundle: Rolldown.OutputBundle, starts: readonly string[]): Set<string> {
  const found = new Set(starts)
  const chunks = new Map(chunksIn(bundle).map((chunk) => [chunk.fileName, chunk]))
  for (const file of found) for (const next of chunks.get(file)?.imports ?? []) found.add(next)
  return found
}

const chunksIn = (bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] =>
  Object.values(bundle).filter((file) => file.type === 'chunk')
