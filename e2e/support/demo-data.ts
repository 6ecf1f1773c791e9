import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { aheadOf, clockEnv } from './frozen-day.ts'
import { runServerProgram } from './server-process.ts'

/** 40,000 products with their prices and search index, on a machine that is busy with other tests. */
const FILL_MS = 240_000
const POLL_MS = 50

/** The demo's size, the day it is made for (the machine's own if it names none), and another build that makes it. */
export type Demo = { products: number; instant?: string; build?: string }

export const nameOf = ({ products, instant, build }: Demo): string =>
  [products, ...(instant?.match(/\d+/g) ?? []), ...(build?.match(/[\w-]+/g) ?? [])].join('_')

export const clockOf = ({ instant }: Demo): Record<string, string> =>
  instant === undefined ? {} : clockEnv(aheadOf(instant))

/**
 * A server's data folder with that many demo products. Filled once per run and size, then copied, so that tests do not share
 * changes. It is removed with the run's folder (remove-servers.ts).
 */
export const demoData = async (demo: Demo): Promise<string> => {
  const dataDir = emptyDataFolder()
  // With owners and modes: PostgreSQL refuses a cluster that others may read.
  await promisify(execFile)('cp', ['-a', `${await preparedData(demo)}/.`, dataDir])
  return dataDir
}

/** It is removed with the run's folder too. */
export const emptyDataFolder = (): string => mkdtempSync(join(runFolder(), 'data-'))

/** Made by the first worker that needs it. */
async function preparedData(demo: Demo): Promise<string> {
  const folder = join(runFolder(), `prepared-${nameOf(demo)}`)
  const finished = `${folder}.finished`
  const failed = `${folder}.failed`
  if (existsSync(finished)) return folder
  if (takeTask(`${folder}.task`)) {
    try {
      const env = { DATA_DIR: folder, ...clockOf(demo) }
      await runServerProgram('demo', ['--products', String(demo.products), '--quiet'], env, demo.build)
      writeFileSync(finished, '')
      return folder
    } catch (error) {
      writeFileSync(failed, error instanceof Error ? error.message : String(error))
      throw error
    }
  }
  const deadline = Date.now() + FILL_MS
  while (!existsSync(finished)) {
    if (existsSync(failed)) throw new Error(readFileSync(failed, 'utf8'))
    if (Date.now() > deadline)
      throw new Error(`No data folder with ${demo.products} products within ${FILL_MS} ms.`)
    await delay(POLL_MS)
  }
  return folder
}

function takeTask(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** Created by whatever starts the run: Playwright's configuration, or the bench. */
export function runFolder(): string {
  const folder = process.env.TROLLY_E2E_FOLDER
  if (folder === undefined) throw new Error('TROLLY_E2E_FOLDER is not set: start the run by its npm command.')
  return folder
}
