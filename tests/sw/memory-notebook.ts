import type { Notebook } from '#sw/notebook.ts'

/** A notebook that lives as long as the test. Values pass through JSON, as in the real one. */
export function memoryNotebook(): Notebook {
  const pages = new Map<string, string>()
  return {
    async read(name) {
      const page = pages.get(name)
      return page === undefined ? undefined : JSON.parse(page)
    },
    async write(name, value) {
      pages.set(name, JSON.stringify(value))
    },
    async erase(name) {
      pages.delete(name)
    },
  }
}
