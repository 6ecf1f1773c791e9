import pg from 'pg'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'

/** A PostgreSQL for one test run, with a database for each test or file that is copied from a template. */
export type ThrowawayPostgres = {
  /** Of its maintenance database. */
  url: string
  stop: () => Promise<void>
}

/** The data is thrown away, so nothing has to survive a power cut. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
}

export const startThrowawayPostgres = async (dataDir: string): Promise<ThrowawayPostgres> => {
  const { url, stop } = await startEmbeddedPostgres({ dataDir, mode: 'own', settings: SETTINGS })
  return { url: withDatabase(url, 'postgres'), stop }
}

export const withDatabase = (url: string, name: string): string =>
  Object.assign(new URL(url), { pathname: `/${name}` }).href

/** Runs statements on a connection of their own. */
export const onServer = async <Result>(
  serverUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> => {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** @returns the new database's URL */
export const copyDatabase = async (
  serverUrl: string,
  { template, name }: { template: string; name: string },
): Promise<string> => {
  await onServer(serverUrl, (client) => client.query(`create database ${name} template ${template}`))
  return withDatabase(serverUrl, name)
}

export const dropDatabase = (serverUrl: string, name: string): Promise<unknown> =>
  onServer(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`))
