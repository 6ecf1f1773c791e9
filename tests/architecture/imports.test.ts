import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

/**
 * The arrows of docs/architecture.md, as the linter sees them: each import is in a file of its own, in a folder that
 * has our biome.json and nothing else.
 */
const root = join(import.meta.dirname, '../..')

const WRONG: [file: string, imported: string][] = [
  ['domain/x.ts', '#contract/baskets.ts'],
  ['domain/x.ts', 'node:fs'],
  ['contract/x.ts', '#server/app.ts'],
  ['contract/x.ts', '#src/store/trollies.ts'],
  ['src/ui/list/x.tsx', '#domain/product.ts'],
  ['src/ui/list/x.tsx', '#src/features/trolly/x.tsx'],
  ['src/ui/list/x.tsx', '#src/device/device.ts'],
  ['src/store/x.ts', 'react'],
  ['src/store/x.ts', '#src/sync/trollies/outbox.ts'],
  ['src/api/x.ts', '#src/sync/trollies/outbox.ts'],
  ['src/sync/x.ts', 'react'],
  ['src/sync/x.ts', '#src/features/trolly/x.ts'],
  ['src/sync/x.ts', '#src/device/device.ts'],
  ['src/device/x.ts', '#src/features/trolly/x.ts'],
  ['src/features/trolly/x.ts', '#src/features/search/x.ts'],
  ['src/features/trolly/x.ts', '#src/screens/home.tsx'],
  ['src/features/trolly/x.ts', '#src/app/routes.tsx'],
  ['src/features/trolly/x.ts', '../search/x.ts'],
  ['src/screens/orders/x.tsx', '#src/app/routes.tsx'],
  ['src/screens/orders/x.tsx', '#src/sync/trollies/outbox.ts'],
  ['src/app/x.tsx', '#server/app.ts'],
  ['src/app/x.tsx', '../../server/app.ts'],
  ['sw/x.ts', '#src/features/updates/x.ts'],
  ['sw/x.ts', 'react'],
  ['server/x.ts', '#src/store/trollies.ts'],
  ['server/db/x.ts', '#server/features/auth/auth.service.ts'],
  ['server/features/a/a.routes.ts', './a.repository.ts'],
  ['server/features/a/a.routes.ts', 'drizzle-orm'],
  ['server/features/a/a.service.ts', './a.routes.ts'],
  ['server/features/a/a.service.ts', 'pg'],
  ['server/features/a/a.repository.ts', './a.service.ts'],
]

const RIGHT: [file: string, imported: string][] = [
  ['domain/x.ts', '#domain/product.ts'],
  ['contract/x.ts', '#domain/product.ts'],
  ['src/ui/list/x.tsx', '#src/ui/status/badge.tsx'],
  ['src/sync/x.ts', '#src/store/trollies.ts'],
  ['src/device/x.ts', '#src/sync/trollies/outbox.ts'],
  ['src/features/trolly/x.ts', '#src/device/device-context.tsx'],
  ['src/features/trolly/x.ts', './y.ts'],
  ['src/screens/orders/x.tsx', '#src/features/trolly/x.tsx'],
  ['src/screens/orders/x.tsx', '#src/device/device-context.tsx'],
  ['src/app/x.tsx', '#src/screens/home.tsx'],
  ['sw/x.ts', '#src/sync/worker.ts'],
  ['server/features/a/a.routes.ts', './a.service.ts'],
  ['server/features/a/a.service.ts', './a.repository.ts'],
  ['server/features/a/a.repository.ts', '#server/db/database.ts'],
]

const folder = await mkdtemp(join(tmpdir(), 'trolly-imports-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const refused = await lint([...WRONG, ...RIGHT])

test.each(WRONG)('%s may not import %s', (file, imported) => {
  expect(refused).toContain(nameOf(file, imported))
})

test.each(RIGHT)('%s may import %s', (file, imported) => {
  expect(refused).not.toContain(nameOf(file, imported))
})

/** One file a case: the same folder, the same ending, and a name that tells the case. */
function nameOf(file: string, imported: string): string {
  const [, stem = '', ending = ''] = /^([^.]+)(\..+)$/.exec(file) ?? []
  return `${stem}-${imported.replace(/\W/g, '_')}${ending}`
}

/** @returns the files in which the linter found an import against the arrows */
async function lint(cases: [file: string, imported: string][]): Promise<string[]> {
  const config = JSON.parse(await readFile(join(root, 'biome.json'), 'utf8')) as Record<string, unknown>
  await writeFile(join(folder, 'biome.json'), JSON.stringify({ ...config, vcs: { enabled: false } }))
  for (const [file, imported] of cases) {
    const path = join(folder, nameOf(file, imported))
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, `import { a } from '${imported}'\nconsole.log(a)\n`)
  }
  const biome = join(root, 'node_modules/.bin/biome')
  const run = promisify(execFile)(biome, ['lint', '--reporter=json', '--max-diagnostics=none', '.'], {
    cwd: folder,
    maxBuffer: 2 ** 24,
  })
  // It exits with an error if it finds something, as it should in this test.
  const { stdout } = await run.catch((error: { stdout: string }) => error)
  const report = JSON.parse(stdout) as { diagnostics: { category: string; location: { path: unknown } }[] }
  return report.diagnostics
    .filter(({ category }) => category === 'lint/style/noRestrictedImports')
    .map(({ location }) => pathOf(location.path))
}

function pathOf(path: unknown): string {
  return (typeof path === 'string' ? path : (path as { file: string }).file).replace(/^\.\//, '')
}
