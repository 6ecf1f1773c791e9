/**
 * Finds the route of a path with the specification's patterns (`/orders/create-{id}`), which the router cannot express.
 * `{name}-orders` would match `create-…`, so literal segments go first, then prefixes, then suffixes.
 */

export type RoutePattern = {
  path: string
  /** The only values of its parameter, if known. */
  values?: readonly string[] | undefined
}

export type RouteMatch<Route> = { route: Route; params: Record<string, string> }

/** undefined: unknown path. A trailing slash is ignored. */
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

/** `pathTo('/orders/create-{id}', { id })` */
export function pathTo<Path extends string>(path: Path, params: ParamsOf<Path>): string {
  const values: Record<string, string> = { ...params }
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

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

/** undefined if the path has an invalid escape. */
function segmentsOf(pathname: string): string[] | undefined {
  try {
    return pathname.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return undefined
  }
}
