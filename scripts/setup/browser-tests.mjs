import { ensureBrowser } from './browser.mjs'
import { runProgram } from './command.mjs'

/**
 * Runs Playwright on the builds that are there.
 * @param {string[]} args its own, such as a file or --project=phone
 * @param {Record<string, string>} env
 */
export const runBrowserTests = async (args = [], env = {}) => {
  const browser = await ensureBrowser()
  console.log(`Browser: ${browser}`)
  return runProgram('@playwright/test/cli.js', ['test', '--config', 'e2e/playwright.config.ts', ...args], {
    env: { ...env, CHROME_PATH: browser },
  })
}
