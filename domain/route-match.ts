/**
 * Finds the route of a path with the specification's patterns (`/orders/create-{id}`), which the router cannot express.
 * `{name}-orders` would match `create-…`, so literal segments go first, then prefixes, then suffixes.
 */

type RoutePattern = {
  path: string
  /** The only values of its parameter, if known. */
  values?: readonly string[] | undefined
}

type RouteMatch<Route> = { route: Route; params: Record<string, string> }

export type ParamsOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [Key in Name]: string } & ParamsOf<Rest>
  : Record<never, string>

/** undefined: unknown path, or an invalid escape in it. A trailing slash is ignored. */
export function findRoute<Route extends RoutePattern>(
  routes: readonly Route[],
  pathname: string,
): RouteMatch<Route> | undefined {
  let lines: string
  try {
    lines = linesOf(pathname, decodeURIComponent)
  } catch {
    return undefined
  }
  return routes
    .flatMap((route) => {
      const params = findParams(route, lines)
      return params ? [{ route, params }] : []
    })
    .sort((one, other) => rankOf(one.route) - rankOf(other.route))[0]
}

/** `pathTo('/orders/create-{id}', { id })` */
export function pathTo<Path extends string>(path: Path, params: ParamsOf<Path>): string {
  const values: Record<string, string> = { ...params }
  return path.replace(PARAMETER, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

const PARAMETER = /\{(\w+)\}/g

/** One segment a line, since a decoded one may hold a slash. */
const linesOf = (path: string, decode: (segment: string) => string): string =>
  path.split('/').filter(Boolean).map(decode).join('\n')

function findParams({ path, values }: RoutePattern, lines: string): Record<string, string> | undefined {
  const pattern = linesOf(path, (segment) => segment.replace(PARAMETER, '(?<$1>.+)'))
  const found = new RegExp(`^${pattern}$`).exec(lines)
  const params = { ...found?.groups }
  const isKnown = !values || Object.values(params).every((value) => values.includes(value))
  return found && isKnown ? params : undefined
}

const rankOf = ({ path }: RoutePattern): number => (path.includes('/{') ? 2 : path.includes('{') ? 1 : 0)
