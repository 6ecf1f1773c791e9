import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

/**
 * The arrows of docs/architecture.md, as dependency-cruiser sees them: each import is in a separate file, in a folder with our
 * rules, our packages and an empty file for each target.
 */
const root = join(import.meta.dirname, '../..')

const WRONG: [file: string, imported: string][] = [
  ['domain/x.ts', '#contract/trollies.ts'],
  ['domain/x.ts', 'node:fs'],
  ['domain/x.ts', '#search/match.ts'],
  ['search/x.ts', '#contract/products.ts'],
  ['search/x.ts', '#src/store/products/index-parts.ts'],
  ['search/x.ts', 'node:worker_threads'],
  ['contract/x.ts', '#server/app.ts'],
  ['contract/x.ts', '#src/store/trollies/trollies.ts'],
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
  ['sw/x.ts', '@mantine/core'],
  ['server/x.ts', '#src/store/trollies/trollies.ts'],
  ['server/db/x.ts', '#server/features/auth/auth.service.ts'],
  ['server/features/a/a.routes.ts', './a.repository.ts'],
  ['server/features/a/a.routes.ts', 'drizzle-orm'],
  ['server/features/a/a.routes.ts', 'drizzle-orm/pg-core'],
  ['server/features/a/a.service.ts', './a.routes.ts'],
  ['server/features/a/a.service.ts', 'pg'],
  ['server/features/a/a.repository.ts', './a.service.ts'],
]

const RIGHT: [file: string, imported: string][] = [
  ['domain/x.ts', '#domain/product.ts'],
  ['contract/x.ts', '#domain/product.ts'],
  ['search/x.ts', '#domain/product.ts'],
  ['src/features/search/x.ts', '#search/match.ts'],
  ['server/features/a/a.service.ts', '#search/match.ts'],
  ['src/ui/list/x.tsx', '#src/ui/status/badge.tsx'],
  ['src/sync/x.ts', '#src/store/trollies/trollies.ts'],
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

const refused = await cruise([...WRONG, ...RIGHT])

test.each(WRONG)('%s may not import %s', (file, imported) => {
  expect(refused).toContain(nameOf(file, imported))
  expect(refused).toContain(nameOf(file, imported, 'type'))
})

test.each(RIGHT)('%s may import %s', (file, imported) => {
  expect(refused).not.toContain(nameOf(file, imported))
  expect(refused).not.toContain(nameOf(file, imported, 'type'))
})

/** One file per case: the same folder, the same extension, and a name that identifies the case. */
function nameOf(file: string, imported: string, kind = 'value'): string {
  const [, stem = '', ending = ''] = /^([^.]+)(\..+)$/.exec(file) ?? []
  return `${stem}-${kind}-${imported.replace(/\W/g, '_')}${ending}`
}

/** @returns the files with an import against the arrows */
async function cruise(cases: [file: string, imported: string][]): Promise<string[]> {
  await copyFile(join(root, 'package.json'), join(folder, 'package.json'))
  await copyFile(join(root, '.dependency-cruiser.mjs'), join(folder, '.dependency-cruiser.mjs'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [file, imported] of cases) {
    await write(nameOf(file, imported), `import { a } from '${imported}'\nconsole.log(a)\n`)
    await write(nameOf(file, imported, 'type'), `import type { A } from '${imported}'\nexport type B = A\n`)
    if (/^[#.]/.test(imported)) await write(pathOf(file, imported), '')
  }
  const run = promisify(execFile)(
    join(root, 'node_modules/.bin/depcruise'),
    ['contract', 'domain', 'search', 'src', 'sw', 'server', '--output-type', 'json'],
    { cwd: folder, maxBuffer: 2 ** 26 },
  )
  // It exits with an error if it finds something, as expected here.
  const { stdout } = await run.catch((error: { stdout: string }) => error)
  const { summary } = JSON.parse(stdout) as { summary: { violations: { from: string }[] } }
  return summary.violations.map(({ from }) => from)
}

function pathOf(file: string, imported: string): string {
  return imported.startsWith('#') ? imported.slice(1) : join(dirname(file), imported)
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}
