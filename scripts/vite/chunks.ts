import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Rolldown } from 'vite'

/** React and the router. */
const FRAMEWORK =
  /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|cookie|set-cookie-parser)[\\/]/

/**
 * What nearly every page draws with. If left to the groups below, code shared by two of them would be in the first, and an open
 * trolly would load the landing page's file for an icon.
 */
const BASICS =
  /node_modules[\\/](@tabler[\\/]icons-react[\\/]dist[\\/]esm[\\/]\w+\.mjs|@mantine[\\/]core[\\/]esm[\\/]components[\\/](Input|InputBase|TextInput|CloseButton)|@mantine[\\/]hooks[\\/]esm[\\/](use-merged-ref|use-uncontrolled|utils))[\\/]/

const ICON = /node_modules[\\/]@tabler[\\/]icons-react[\\/].*[\\/](Icon\w+)\.mjs$/

const ENTRY = 'src/main.tsx'
/** The pages where visitors arrive, and sign in. */
const LANDING = 'src/screens/index.tsx'
const SIGN_IN = 'src/screens/auth/sign-in.tsx'
/** Where signed-in users work. */
const TROLLY = 'src/screens/orders/create.tsx'
/** Loaded for every signed-in user, whichever page they open. */
const MEMBER = 'src/app/member/member.ts'
const FIRST = [ENTRY, LANDING, SIGN_IN, TROLLY, MEMBER]

/**
 * How the client's modules are grouped into files. By default, the bundler makes a file of whatever the same two routes share:
 * some seventy of them for an open trolly, each a request. A group holds only what a page that loads it needs in any case, or
 * nearly so:
 *
 * - framework: what seldom changes; a new build leaves it in the visitor's cache
 * - app: what the entry reaches, and what the landing page or the sign-in shares with the member's part or an open trolly
 * - forms: what else these two need; other routes with fields load it too, an open trolly does not
 * - member: what else the member's part reaches
 * - ordering: what else the trolly's page reaches, most of which every page of an order needs
 * - icons: those of all other pages, which would be a file each
 *
 * A group includes what its modules import from packages. A route's own modules, and those shared by only some routes, are left
 * to the bundler. e2e/journeys/first-load.spec.ts checks the result against its budgets.
 */
export function chunkGroups(root: string): Rolldown.CodeSplittingGroup[] {
  const missing = FIRST.filter((path) => !existsSync(join(root, path)))
  if (missing.length > 0) throw new Error(`chunks.ts names modules that are not there: ${missing.join(', ')}`)
  const reachedFrom = createReach(root)
  // The package's index stands between a module and its icons, so who imports one is seen by its name alone.
  const iconsOf = (paths: readonly string[], graph: Graph): ReadonlySet<string> =>
    new Set(
      [...reachedFrom(paths, graph)].flatMap(
        (id) => graph.getModuleInfo(id)?.code?.match(/\bIcon\w+/g) ?? [],
      ),
    )

  const groupOf = (id: string, graph: Graph): GroupName | null => {
    // These stay separate files: the page, the routes and the build record refer to them.
    if ([ENTRY, LANDING, SIGN_IN, TROLLY].some((path) => id === join(root, path))) return null
    const [, icon] = ICON.exec(id) ?? []
    if (icon !== undefined) return iconsOf(FIRST, graph).has(icon) ? 'app' : 'icons'
    if (BASICS.test(id) || reachedFrom([ENTRY], graph).has(id)) return 'app'
    const byLanding = reachedFrom([LANDING, SIGN_IN], graph).has(id)
    const byMember = reachedFrom([MEMBER], graph).has(id)
    const byTrolly = reachedFrom([TROLLY], graph).has(id)
    if (byLanding) return byMember || byTrolly ? 'app' : 'forms'
    if (byMember) return 'member'
    return byTrolly ? 'ordering' : null
  }
  const group = (name: GroupName, priority: number): Rolldown.CodeSplittingGroup => ({
    debugName: name,
    name: (id, graph) => (groupOf(id, graph) === name ? name : null),
    priority,
  })
  return [
    { name: 'framework', test: FRAMEWORK, priority: 5 },
    group('app', 4),
    group('forms', 3),
    group('member', 2),
    group('ordering', 1),
    group('icons', 0),
  ]
}

/** Each is loaded only where most of it runs. */
export const GROUPS = ['framework', 'app', 'forms', 'member', 'ordering', 'icons'] as const

type GroupName = Exclude<(typeof GROUPS)[number], 'framework'>

type Graph = Rolldown.ChunkingContext

/** Our modules that are loaded with the given ones: their static imports, recursively. */
function createReach(root: string) {
  const isOurs = (id: string) => id.startsWith(root) && !id.includes('node_modules')
  const known = new Map<string, Set<string>>()
  return (paths: readonly string[], graph: Graph): ReadonlySet<string> => {
    const key = paths.join()
    const before = known.get(key)
    if (before) return before
    const found = new Set(paths.map((path) => join(root, path)))
    // Iterating over a set includes what is added meanwhile.
    for (const id of found) {
      for (const next of graph.getModuleInfo(id)?.importedIds ?? []) if (isOurs(next)) found.add(next)
    }
    known.set(key, found)
    return found
  }
}
