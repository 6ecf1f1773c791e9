import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** A failure that the person at the terminal can fix; its code is stable. */
export class SetupError extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message)
    this.code = code
  }
}

const NOT_WRITABLE = ['EACCES', 'EPERM', 'EROFS']

/** Ends the process with one line if a person can fix it; anything else is a defect, and keeps its stack. */
export const failWith = (error) => {
  if (error instanceof SetupError) console.error(`Trolly cannot run: ${error.message} [${error.code}]`)
  else if (NOT_WRITABLE.includes(error.code)) {
    console.error(
      `Trolly cannot run: ${error.path} cannot be written (${error.code}). It may belong to another user, or to root after a start as root. [project_not_writable]`,
    )
  } else console.error(error)
  process.exit(1)
}
