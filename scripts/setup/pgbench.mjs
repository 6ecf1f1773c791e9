import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './command.mjs'
import { firstProgram, isRootOnDebian, lastLine, namedProgram, onPath } from './find-program.mjs'
import { root, SetupError } from './project.mjs'

const PGBENCH = { what: 'pgbench', variable: 'PGBENCH', says: /pgbench/i, missing: 'pgbench_missing' }
const DEBIAN_VERSIONS = 'usr/lib/postgresql'
/** Debian's package is unpacked here instead of installed: installing it would start a database server. */
const UNPACKED = join(root, 'node_modules/.cache/pgbench')

/**
 * PostgreSQL's own load generator, which the embedded PostgreSQL lacks: the one named by PGBENCH, or on the PATH, or from
 * Debian's PostgreSQL, or from Debian's package if that may be downloaded. There is no substitute for it.
 *
 * @returns {Promise<string>} the program's path
 * @throws {SetupError} `pgbench_missing`
 */
export const ensurePgbench = async () =>
  (await namedProgram(PGBENCH)) ?? (await firstProgram(PGBENCH, candidates())) ?? (await debians()) ?? fail()

function fail() {
  throw new SetupError(
    PGBENCH.missing,
    'No pgbench to measure the database with. It comes with PostgreSQL (Debian: the package postgresql); install it, or set PGBENCH.',
  )
}

const candidates = () => [...onPath(['pgbench']), ...versionsIn('/'), ...versionsIn(UNPACKED)]

/** The newest first. */
function versionsIn(base) {
  const folder = join(base, DEBIAN_VERSIONS)
  if (!existsSync(folder)) return []
  const versions = readdirSync(folder).sort((one, other) => Number(other) - Number(one))
  return versions.map((version) => join(folder, version, 'bin/pgbench'))
}

async function debians() {
  if (!isRootOnDebian()) return undefined
  console.error("Fetching Debian's pgbench…")
  mkdirSync(UNPACKED, { recursive: true })
  const { status, output } = await runCommand('sh', ['-c', FETCH, 'sh', UNPACKED], {
    quiet: true,
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  })
  if (status === 0) return firstProgram(PGBENCH, versionsIn(UNPACKED))
  console.error(`That did not succeed (${lastLine(output)}).`)
  return undefined
}

/** `postgresql` only refers to the package of Debian's version. */
const FETCH = `set -e
cd "$1"
apt-get update
apt-get install --yes --no-install-recommends libpq5
package=$(apt-cache depends postgresql | sed -n 's/.*Depends: \\(postgresql-[0-9]*\\)$/\\1/p' | head -n 1)
rm -f ./*.deb
apt-get download "$package"
for file in ./*.deb; do dpkg-deb -x "$file" .; done`
