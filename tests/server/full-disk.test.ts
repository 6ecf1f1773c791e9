import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { CodedError } from '#server/coded-error.ts'
import { DatabaseTrouble } from '#server/db/trouble.ts'
import { asFullDisk } from '#server/full-disk.ts'

/** A disk of 1 MB; undefined where this user may not mount one, as only root may, and not in every container. */
const smallDisk = (): string | undefined => {
  const folder = mkdtempSync(join(inject('runFolder'), 'full-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
}

const small = smallDisk()
afterAll(() => {
  if (small !== undefined) execFileSync('umount', [small])
})

const coded = (code: string, cause?: unknown) => Object.assign(new Error('x', { cause }), { code })
const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code

describe('a full disk', () => {
  it.each([
    ['the system refuses to write', coded('ENOSPC')],
    ['a quota is used up', coded('EDQUOT')],
    ['PostgreSQL refuses to write', coded('53100')],
    [
      'a migration failed of it',
      new CodedError('migration_failed', 'x', { cause: coded('x', coded('53100')) }),
    ],
    [
      'the data folder cannot be made',
      new CodedError('data_dir_not_writable', 'x', { cause: coded('ENOSPC') }),
    ],
    ['a statement of the start failed of it', new DatabaseTrouble('disk_full', coded('53100'))],
  ])('is the reason if %s', (_, error) => {
    expect(codeOf(asFullDisk(error, undefined))).toBe('disk_full')
    expect(String(asFullDisk(error, '/srv/trolly'))).toContain('/srv/trolly')
  })

  it('is not the reason while there is space, or where the failure has another', () => {
    const folder = inject('runFolder')
    for (const error of [
      new Error('x'),
      new CodedError('database_stopped', 'x'),
      new CodedError('port_in_use', 'x'),
    ]) {
      expect(asFullDisk(error, folder)).toBe(error)
      expect(asFullDisk(error, undefined)).toBe(error)
    }
  })

  it.skipIf(small === undefined)('is the reason of a PostgreSQL that ends on a disk without space', () => {
    for (const error of [new Error('Connection terminated'), new CodedError('database_stopped', 'x')])
      expect(codeOf(asFullDisk(error, small))).toBe('disk_full')
    const other = new CodedError('port_in_use', 'x')
    expect(asFullDisk(other, small)).toBe(other)
  })
})
