import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { failWith } from './project.mjs'

/**
 * Installs what is missing, builds what is stale, then works; the process ends with the status of `work`, if it has one.
 *
 * @param {{ builds?: ('client' | 'pages' | 'server')[] }} options all by default
 * @param {() => Promise<{ status: number } | void>} [work]
 */
export const withProject = async ({ builds }, work = async () => {}) => {
  try {
    await ensureInstalled()
    await ensureBuilt(builds)
    const result = await work()
    if (result) process.exit(result.status)
  } catch (error) {
    failWith(error)
  }
}
