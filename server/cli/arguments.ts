import { resolve } from 'node:path'
import { CodedError } from '#server/coded-error.ts'

/** npm runs scripts in the project's folder; paths are relative to the user's folder. */
export const absolute = (path: string): string => resolve(process.env.INIT_CWD ?? process.cwd(), path)

export const usageError = (why: string, usage: string): CodedError =>
  new CodedError('usage', `${why}\n\n${usage}`)

/** @throws CodedError `usage` */
export const wholeNumber = (
  option: string,
  text: string | undefined,
  most: number,
  usage: string,
): number | undefined => {
  if (text === undefined) return undefined
  if (!/^\d{1,10}$/.test(text) || Number(text) > most) {
    throw usageError(`${option} is a whole number from 0 to ${most.toLocaleString('en-GB')}.`, usage)
  }
  return Number(text)
}
