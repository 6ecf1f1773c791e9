import { randomBytes } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import { closeDatabase, type Database, openDatabase } from '#server/db/database.ts'
import { applicationUrl } from '#server/db/embedded/application-role.ts'
import { copyDatabase, dropDatabase } from './throwaway-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The maintenance database of the PostgreSQL that tests/support/database-server.ts runs. */
    databaseServerUrl: string
    /** A migrated, empty database to copy. */
    templateDatabase: string
    /** A folder for files; removed when the run ends. */
    runFolder: string
  }
}

export type TestDatabase = {
  database: Database
  /** For code that opens its own connections, such as another process. */
  url: string
}

export type TestDatabaseOptions = {
  /** Empty instead of migrated: for tests of the migrations themselves. */
  migrated?: boolean
  connections?: number
}

/**
 * The test file's own database, real and migrated, dropped at the end. At the top of the file:
 *
 *     const { database } = await testDatabase()
 */
export const testDatabase = async ({
  migrated = true,
  connections = 8,
}: TestDatabaseOptions = {}): Promise<TestDatabase> => {
  const serverUrl = inject('databaseServerUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const url = applicationUrl(serverUrl, name)
  const database = openDatabase({ url, connections, applicationName: 'trolly tests' })
  afterAll(async () => {
    await closeDatabase(database)
    await dropDatabase(serverUrl, name)
  })
  const template = migrated ? inject('templateDatabase') : 'template0'
  await copyDatabase(serverUrl, { template, name })
  return { database, url }
}
