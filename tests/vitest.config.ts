import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { SlowFirst } from './support/slow-first.ts'

process.env.TZ = 'Europe/London'

const root = join(import.meta.dirname, '..')
const here = (path: string): string => join(import.meta.dirname, path)

/** A test file belongs to the first of these whose folder contains it; any other is a unit test. */
const SERVER = 'tests/server/**/*.test.ts'
const HISTORIES = 'tests/histories/**/*.test.ts'
const SCREENS = 'tests/src/**/*.test.{ts,tsx}'

/** `npm test` tries a failed test once more and lists it; a pinned case fails again. Not histories: what fails there was found. */
const RETRY = { retry: process.env.RETRY === '1' ? 1 : 0 }

/** They wait half of the time: for PostgreSQL, for processes to start, for limits to pass. They run after the others. */
const WAITING = { maxWorkers: availableParallelism() + 1, sequence: { groupOrder: 1 } }

export default defineConfig({
  root,
  test: {
    // In watch mode Vitest leaves a core free; a single run uses them all.
    maxWorkers: '100%',
    // They end what hangs, on a machine that is busy with other work too; nothing is measured by them.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        extends: true,
        test: {
          ...RETRY,
          name: 'unit',
          // The files of a worker share their modules, whose loading takes most of a small file's time. No such test mocks a
          // module: tests/architecture/shared-modules.test.ts.
          isolate: false,
          include: ['tests/**/*.test.ts'],
          exclude: [SERVER, HISTORIES, SCREENS],
          setupFiles: [here('support/console.ts'), here('support/plain-day.ts'), here('support/seed.ts')],
        },
      },
      {
        extends: true,
        test: {
          ...WAITING,
          ...RETRY,
          name: 'server',
          isolate: false,
          include: [SERVER],
          setupFiles: [here('support/console.ts'), here('support/seed.ts'), here('support/server-setup.ts')],
          globalSetup: [here('support/database-server.ts')],
        },
      },
      {
        extends: true,
        test: {
          ...WAITING,
          name: 'histories',
          include: [HISTORIES],
          setupFiles: [here('support/console.ts'), here('support/sim/other-builds.ts')],
          globalSetup: [here('support/database-server.ts')],
          // `npm run test:all` asks for thousands.
          testTimeout: 30 * 60_000,
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          ...RETRY,
          name: 'screens',
          isolate: false,
          include: [SCREENS],
          environment: 'jsdom',
          setupFiles: [here('support/console.ts'), here('support/plain-day.ts'), here('support/screens.ts')],
        },
      },
    ],
  },
})
