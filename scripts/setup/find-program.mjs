import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runCommand } from './command.mjs'
import { SetupError } from './project.mjs'

/**
 * A kind of program that a machine may have: which variable names it, what it says of itself, and the code where it is missing.
 *
 * @typedef {{ what: string, variable: string, says: RegExp, missing: string }} Kind
 */

/**
 * The one that the kind's variable names; no other is taken in its place.
 *
 * @param {Kind} kind
 * @returns {Promise<string | undefined>} the program's path; undefined where none is named
 * @throws {SetupError} the kind's code, where the one named does not start
 */
export const namedProgram = async (kind) => {
  const named = process.env[kind.variable]
  if (!named) return undefined
  if (await isOne(named, kind)) return named
  throw new SetupError(kind.missing, `${kind.variable} is ${named}, which is not a ${kind.what} that starts.`)
}

/**
 * @param {Kind} kind
 * @param {string[]} candidates paths, of which any may be missing
 * @returns {Promise<string | undefined>} the first that is one
 */
export const firstProgram = async (kind, candidates) => {
  for (const candidate of candidates)
    if (existsSync(candidate) && (await isOne(candidate, kind))) return candidate
  return undefined
}

/** @param {string[]} names */
export const onPath = (names) =>
  (process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))

/** Some distributions have a `chromium-browser` that only tells how to install one. */
async function isOne(program, { says }) {
  const { status, output } = await runCommand(program, ['--version'], { quiet: true })
  return status === 0 && says.test(output)
}

/** Where packages may be installed, or at least fetched. */
export const isRootOnDebian = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** For saying why a command did not succeed. */
export const lastLine = (text) => text.trim().split('\n').at(-1)
