import type { Rolldown } from 'vite'

/**
 * The chunks of these modules and of their static imports, recursively.
 * @param ids full paths of modules that are loaded as chunks of their own
 */
export function chunksReachedFrom(
  bundle: Rolldown.OutputBundle,
  ids: readonly string[],
): Rolldown.OutputChunk[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const found = new Set(
    ids.map((id) => {
      const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === id)
      if (!chunk) throw new Error(`The build has no chunk of ${id}`)
      return chunk
    }),
  )
  // Iterating over a set includes what is added meanwhile.
  for (const { imports } of found)
    for (const file of imports) {
      const next = byFile.get(file)
      if (next) found.add(next)
    }
  return [...found]
}

/** The chunks' style sheets, each once. */
export const stylesOf = (chunks: readonly Rolldown.OutputChunk[]): string[] => [
  ...new Set(chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])),
]
