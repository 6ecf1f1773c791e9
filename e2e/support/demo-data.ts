import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { runServerProgram } from './server-process.ts'

/** 40,000 products with their prices and search index, on a machine that is busy with other tests. */
const FILL_MS = 240_000
const POLL_MS = 50

/**
 * A server's data folder with that many demo products. Filled once per run and size, then copied, so that tests do not share
 * changes. It is removed with the run's folder (remove-servers.ts).
 */
export const demoData = async (products: number): Promise<string> => {
  const dataDir = emptyDataFolder()
  // With owners and modes: PostgreSQL refuses a cluster that others may read.
  await promisify(execFile)('cp', ['-a', `${await preparedData(products)}/.`, dataDir])
  return dataDir
}

/** It is removed with the run's folder too. */
export const emptyDataFolder = (): string => mkdtempSync(join(runFolder(), 'data-'))

/** Made by the first worker that needs it. */
async function preparedData(products: number): Promise<string> {
  const folder = join(runFolder(), `prepared-${products}`)
  const finished = `${folder}.finished`
  const failed = `${folder}.failed`
  if (existsSync(finished)) return folder
  if (takeTask(`${folder}.task`)) {
    try {
      await runServerProgram('demo', ['--products', String(products), '--quiet'], { DATA_DIR: folder })
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
      throw new Error(`No data folder with ${products} products within ${FILL_MS} ms.`)
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
