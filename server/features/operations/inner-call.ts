import type { Endpoint, Method } from '#contract/endpoint.ts'

/** Parsed as the router would. */
export type Target = { params: Record<string, string>; query: Record<string, string | string[]> }

/** Returns a parser of the endpoint's targets, which gives undefined for others. */
export const matcherOf = (endpoint: Endpoint): ((method: Method, url: string) => Target | undefined) => {
  const names: string[] = []
  const pattern = endpoint.path.replace(/\{(\w+)\}|[^\w/]/g, (text, name: string | undefined) => {
    if (name === undefined) return `\\${text}`
    names.push(name)
    return '([^/]+)'
  })
  const whole = new RegExp(`^/api/${pattern}$`)

  return (method, url) => {
    const [path = '', search = ''] = splitOnce(url, '?')
    const found = method === endpoint.method ? whole.exec(path) : null
    if (found === null) return undefined
    const values = found.slice(1).map(decoded)
    if (values.includes(undefined)) return undefined
    return {
      params: Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])),
      query: queryOf(search),
    }
  }
}

/** A repeated name is a list, as in the router, and fits no schema. */
const queryOf = (search: string): Target['query'] => {
  const read = new URLSearchParams(search)
  return Object.fromEntries(
    [...new Set(read.keys())].map((name) => {
      const [only = '', ...more] = read.getAll(name)
      return [name, more.length === 0 ? only : [only, ...more]]
    }),
  )
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const splitOnce = (text: string, mark: string): string[] => {
  const at = text.indexOf(mark)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
