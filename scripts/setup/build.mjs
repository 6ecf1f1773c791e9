import { runProgram } from './command.mjs'
import { fingerprintOf, readStamp, removeStamp, writeStamp } from './fingerprint.mjs'
import { oneAtATime } from './one-at-a-time.mjs'
import { SetupError } from './project.mjs'

const SHARED = ['contract', 'domain', 'search', 'package.json', 'package-lock.json', 'tsconfig.base.json']

/** What each build is made from, and how. */
const BUILDS = {
  client: {
    inputs: [
      ...SHARED,
      'index.html',
      'manifest.webmanifest',
      'vite.config.ts',
      'scripts/vite',
      'src',
      'sw',
      'public',
    ],
    args: ['build'],
  },
  pages: {
    inputs: [...SHARED, 'scripts/vite', 'src'],
    args: ['build', '--config', 'scripts/vite/pages/vite.config.ts'],
  },
  server: {
    inputs: [...SHARED, 'server'],
    args: ['build', '--config', 'server/vite.config.ts'],
  },
}

const stampOf = (name) => `dist/.${name}-built-from`
const isFresh = (name) => readStamp(stampOf(name)) === fingerprintOf(BUILDS[name].inputs)

/**
 * Builds the stale ones, all at once.
 * @param {('client' | 'pages' | 'server')[]} names
 * @throws {SetupError} `build_failed`
 */
export const ensureBuilt = async (names = ['client', 'pages', 'server']) => {
  if (names.every(isFresh)) return
  await oneAtATime(async () => {
    const stale = names.filter((name) => !isFresh(name))
    if (stale.length === 0) return
    console.log(`Building: ${stale.join(', ')}…`)
    // Wait for all, even if one fails: nothing may be left running.
    const results = await Promise.allSettled(stale.map(build))
    for (const { reason } of results) if (reason !== undefined) throw reason
  })
}

async function build(name) {
  const { inputs, args } = BUILDS[name]
  // Taken before the build, so that a change during it makes it stale.
  const fingerprint = fingerprintOf(inputs)
  removeStamp(stampOf(name))
  const { status, output } = await runProgram('vite/bin/vite.js', args, {
    quiet: true,
    env: { NODE_ENV: 'production', ...(process.stderr.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }) },
  })
  if (status !== 0) {
    console.error(output)
    throw new SetupError('build_failed', `The ${name} could not be built; Vite's message is above.`)
  }
  writeStamp(stampOf(name), fingerprint)
}
