/**
 * Which row of a table of routes a path means. Patterns are the specification's: `/orders/create-{id}`. The router has no
 * partial segments, and one pattern's parameter would swallow another's prefix (`{name}-orders` and `create-…`), so the
 * more literal a segment is, the earlier it is asked: whole names, then prefixes, then suffixes.
 */

export type RoutePattern = {
  path: string
  /** The only values that its parameter may take, where they are known. */
  values?: readonly string[] | undefined
}

export type RouteMatch<Route> = { route: Route; params: Record<string, string> }

/** undefined: no row means this path, and the error view is shown. A trailing slash means nothing. */
export function findRoute<Route extends RoutePattern>(
  routes: readonly Route[],
  pathname: string,
): RouteMatch<Route> | undefined {
  const segments = segmentsOf(pathname)
  if (segments === undefined) return undefined
  let best: (RouteMatch<Route> & { rank: number }) | undefined
  for (const route of routes) {
    const match = matchRoute(route, segments)
    if (match && (!best || match.rank < best.rank)) best = { route, ...match }
  }
  return best && { route: best.route, params: best.params }
}

/** The path of a pattern with its parameters filled in: `pathTo('/orders/create-{id}', { id })`. */
export function pathTo<Path extends string>(path: Path, params: ParamsOf<Path>): string {
  const values: Record<string, string> = { ...params }
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

/** The parameters that a pattern names. */
export type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [Key in Name]: string } & ParamsOf<Rest>
  : Record<never, string>

type SegmentMatch = { rank: number; name?: string; value?: string }

function matchRoute({ path, values }: RoutePattern, segments: string[]) {
  const pattern = path.split('/').filter(Boolean)
  if (pattern.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  let rank = 0
  for (const [index, part] of pattern.entries()) {
    const match = matchSegment(part, segments[index] ?? '')
    if (!match || (match.value !== undefined && values && !values.includes(match.value))) return undefined
    if (match.name !== undefined && match.value !== undefined) params[match.name] = match.value
    rank = Math.max(rank, match.rank)
  }
  return { params, rank }
}

const WHOLE_NAME = 0
const PREFIX = 1
const SUFFIX = 2

function matchSegment(pattern: string, segment: string): SegmentMatch | undefined {
  const parts = /^(.*)\{(\w+)\}(.*)$/.exec(pattern)
  if (!parts) return pattern === segment ? { rank: WHOLE_NAME } : undefined
  const [, before = '', name = '', after = ''] = parts
  const length = segment.length - before.length - after.length
  if (length < 1 || !segment.startsWith(before) || !segment.endsWith(after)) return undefined
  const value = segment.slice(before.length, before.length + length)
  return { rank: before === '' ? SUFFIX : PREFIX, name, value }
}

/** undefined where an escape in the path cannot be read: such a path is no page of ours. */
function segmentsOf(pathname: string): string[] | undefined {
  try {
    return pathname.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return undefined
  }
}
