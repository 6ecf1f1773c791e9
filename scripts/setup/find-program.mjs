import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runCommand } from './command.mjs'
import { SetupError } from './project.mjs'

/**
 * A kind of program that a machine may have: the variable that names it, how its output identifies it, and the code if it is
 * missing.
 *
 * @typedef {{ what: string, variable: string, says: RegExp, missing: string }} Kind
 */

/**
 * The program named by the kind's variable; no other is used instead.
 *
 * @param {Kind} kind
 * @returns {Promise<string | undefined>} the program's path; undefined if the variable is unset
 * @throws {SetupError} the kind's code, if the named program does not start
 */
export const namedProgram = async (kind) => {
  const named = process.env[kind.variable]
  if (!named) return undefined
  if (await isOne(named, kind)) return named
  throw new SetupError(kind.missing, `${kind.variable} is ${named}, which is not a ${kind.what} that starts.`)
}

/**
 * @param {Kind} kind
 * @param {string[]} candidates paths, any of which may be missing
 * @returns {Promise<string | undefined>} the first that is such a program
 */
export const firstProgram = async (kind, candidates) => {
  for (const candidate of candidates)
    if (existsSync(candidate) && (await isOne(candidate, kind))) return candidate
  return undefined
}

/** @param {string[]} names */
export const onPath = (names) =>
  (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))

/** On some distributions `chromium-browser` only says how to install it. */
async function isOne(program, { says }) {
  const { status, output } = await runCommand(program, ['--version'], { quiet: true })
  return status === 0 && says.test(output)
}

/** Whether packages may be installed, or at least downloaded. */
export const isRootOnDebian = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** For explaining why a command failed. */
export const lastLine = (text) => text.trim().split('\n').at(-1)
