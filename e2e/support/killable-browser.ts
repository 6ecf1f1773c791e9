import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'

/** A browser with a profile on disk, which can be killed and opened again as after a flat battery. */
export type KillableBrowser = {
  /** The profile's only context, on the first and every later opening. */
  open: () => Promise<BrowserContext>
  /** Like the person closing it: everything is written to the profile. */
  close: () => Promise<void>
  kill: () => Promise<void>
  /** Once it is closed or killed. */
  remove: () => Promise<void>
}

export const killableBrowser = async (): Promise<KillableBrowser> => {
  const profile = await mkdtemp(join(tmpdir(), 'trolly-profile-'))
  const executable = process.env.HEADLESS_SHELL_PATH ?? process.env.CHROME_PATH ?? chromium.executablePath()
  let running: { process: ChildProcess; browser: Browser } | undefined

  const end = async (how: 'closed' | 'killed') => {
    if (!running) return
    const { process, browser } = running
    running = undefined
    const exited = once(process, 'exit')
    // A signal would not let it write its local storage.
    if (how === 'closed') await (await browser.newBrowserCDPSession()).send('Browser.close')
    else process.kill('SIGKILL')
    await exited
    await browser.close()
  }

  return {
    open: async () => {
      const port = join(profile, 'DevToolsActivePort')
      await rm(port, { force: true })
      const args = [
        '--headless',
        '--remote-debugging-port=0',
        `--user-data-dir=${profile}`,
        '--no-first-run',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ]
      const child = spawn(executable, args, { stdio: 'ignore' })
      const browser = await chromium.connectOverCDP(`http://127.0.0.1:${await portIn(port)}`)
      running = { process: child, browser }
      const [context] = browser.contexts()
      if (!context) throw new Error('The browser has no context')
      return context
    },
    close: () => end('closed'),
    kill: () => end('killed'),
    remove: () => rm(profile, { recursive: true, force: true, maxRetries: 5 }),
  }
}

/** The browser writes it once it listens. */
const portIn = async (file: string): Promise<string> => {
  for (;;) {
    const [port] = (await readFile(file, 'utf8').catch(() => '')).split('\n')
    if (port) return port
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
