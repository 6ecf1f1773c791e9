/**
 * Which way imports may point (docs/architecture.md), by real file: however an import is written, with or without `type`.
 * `npm run check` runs it; tests/architecture/imports.test.ts checks that it refuses.
 */

const REACT = '@mantine|@tabler|@tanstack|lottie-react|react|react-dom|react-router|react-router-dom'
const SQL = 'drizzle-orm|pg'
/** What would tie a module to the page, the device or the server. */
const ANY_PLACE = `${REACT}|dexie|fastify|${SQL}`

const SHARED = ['contract', 'domain', 'search']
const DEVICE = [...SHARED, 'src/api', 'src/state', 'src/store', 'src/sync']

/** Importing: itself, the folders and files it `may` import, and every package but those in `not`. */
const FOLDERS = [
  { folder: 'domain', may: [], not: ANY_PLACE, node: false },
  { folder: 'search', may: ['domain'], not: ANY_PLACE, node: false },
  { folder: 'contract', may: ['domain'], not: ANY_PLACE, node: false },
  { folder: 'src/state', may: [], not: REACT },
  { folder: 'src/ui', may: ['src/state', 'domain/(csv|message-times|product-mark|typed-text|undo).ts'] },
  { folder: 'src/(api|store)', may: [...SHARED, 'src/(api|state|store)'], not: REACT },
  { folder: 'src/sync', may: DEVICE, not: REACT },
  { folder: 'src/device', may: [...DEVICE, 'src/ui'] },
  { folder: 'src/features', may: [...DEVICE, 'src/device', 'src/ui'] },
  { folder: 'src/screens', may: [...SHARED, 'src/device', 'src/features', 'src/ui'] },
  { folder: 'src', may: SHARED },
  { folder: 'sw', may: DEVICE, not: REACT },
  { folder: 'server', may: SHARED },
]

/** Within src/features and server. */
const PARTS = [
  { from: '^src/features/([^/]+)/', to: '^src/features/', but: '^src/features/$1/' },
  { from: '^server/db/', to: '^server/(features|plugins|routing)/' },
  { from: '^server/features/.*[.]repository[.]ts$', to: '^server/plugins/|[.](routes|service)[.]ts$' },
  { from: '^server/features/.*[.]service[.]ts$', to: `[.]routes[.]ts$|${packages(`fastify|${SQL}`)}` },
  { from: '^server/features/.*[.]routes[.]ts$', to: `[.]repository[.]ts$|${packages(SQL)}` },
]

/** Installed, or by its name where it is not. */
function packages(names) {
  return `(^|node_modules/)(@types/)?(${names})(/|$)`
}

const ruleOf = (name, from, to) => ({ name, severity: 'error', from: { path: from }, to })

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...FOLDERS.flatMap(({ folder, may, not, node = true }) => [
      ruleOf(`${folder} → ${may.join(', ') || 'nothing of ours'}`, `^${folder}/`, {
        path: '^(bench|contract|domain|e2e|scripts|search|server|src|sw|tests)/',
        pathNot: `^(${[folder, ...may].join('|')})(/|$)`,
      }),
      ...(not ? [ruleOf(`${folder} without ${not}`, `^${folder}/`, { path: packages(not) })] : []),
      ...(node ? [] : [ruleOf(`${folder} runs anywhere`, `^${folder}/`, { dependencyTypes: ['core'] })]),
    ]),
    ...PARTS.map(({ from, to, but }) =>
      ruleOf(`${from} not ${to}`, from, { path: to, ...(but && { pathNot: but }) }),
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
