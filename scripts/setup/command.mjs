import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { root } from './project.mjs'

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a command to its end. A signal to this process is passed to the command, and this process ends with it, so that nothing is
 * left running.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, quiet?: boolean }} [options] quiet: the output is returned, not shown
 * @returns {Promise<{ status: number, output: string }>} status 127 if there is no such command
 */
export const runCommand = (command, args, { env = {}, quiet = false } = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => (output += text))

    let stoppedBy
    const forward = (signal) => {
      stoppedBy = signal
      child.kill(signal)
    }
    for (const signal of FORWARDED) process.on(signal, forward)

    const finish = (status, text) => {
      for (const signal of FORWARDED) process.off(signal, forward)
      if (stoppedBy !== undefined) process.exit(128 + constants.signals[stoppedBy])
      resolve({ status, output: text })
    }
    child.on('error', (error) => finish(127, error.message))
    child.on('close', (status, signal) => finish(status ?? 128 + constants.signals[signal], output))
  })

/** Runs one of the project's Node programs, such as `vite/bin/vite.js`. */
export const runProgram = (program, args, options) =>
  runCommand(process.execPath, [`${root}/node_modules/${program}`, ...args], options)
