import type { Endpoint, Method } from '#contract/endpoint.ts'

/** An inner call's target, taken apart as the router takes that of a call of its own. */
export type Target = { params: Record<string, string>; query: Record<string, string | string[]> }

/** For an endpoint, the function that takes a target apart; it gives undefined for one of another call. */
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

/** A name that is there twice is a list, as the router has it, and fits no schema. */
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
