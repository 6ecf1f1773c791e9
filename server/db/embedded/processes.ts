import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'

/** Reads /proc on Linux, `ps` elsewhere. */

export const isAlive = (pid: number): boolean => {
  const state = stateLetter(pid)
  return state !== undefined && state !== 'Z'
}

/** With the pid this identifies one process, as pids are not reused within the same tick. */
export const startOf = (pid: number): string | undefined =>
  process.platform === 'linux' ? linuxStat(pid)?.[19] : ps(pid, 'lstart')

export const stateLetter = (pid: number): string | undefined => {
  if (process.platform !== 'linux') return ps(pid, 'stat')?.[0]
  return linuxStat(pid)?.[0]
}

export const commandOf = (pid: number): string | undefined => {
  if (process.platform !== 'linux') return ps(pid, 'args')?.concat(' ')
  try {
    const text = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return text === '' ? undefined : text.replaceAll('\0', ' ')
  } catch {
    return undefined
  }
}

export const workingFolderOf = (pid: number): string | undefined => {
  if (process.platform !== 'linux') return undefined
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    // Another user's process: only its command line is readable.
    return undefined
  }
}

/** Processes working in a folder, for telling whether a zombie's children have ended. */
export const processesIn = (path: string): number[] => {
  if (process.platform !== 'linux') return []
  const folder = realpathSync(path)
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && isAlive(pid) && workingFolderOf(pid) === folder)
}

function linuxStat(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, in brackets, may itself hold brackets and spaces.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ESRCH')) return undefined
    throw error
  }
}

function ps(pid: number, column: string): string | undefined {
  try {
    return (
      execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
    )
  } catch {
    // No such process, or no ps.
    return undefined
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
