import pg from 'pg'
import { APPLICATION, applicationUrl } from '#server/db/embedded/application-role.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'

/** A PostgreSQL for one test run, with a database for each test or file, copied from a template. */
export type ThrowawayPostgres = {
  /** URL of its maintenance database, as administrator. */
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
  const { administratorUrl, stop } = await startEmbeddedPostgres({ dataDir, mode: 'own', settings: SETTINGS })
  return { url: administratorUrl, stop }
}

/** Runs statements on a separate connection. */
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

/** @returns the new database's URL, as its owner: the server's role with an embedded database */
export const copyDatabase = async (
  serverUrl: string,
  { template, name }: { template: string; name: string },
): Promise<string> => {
  await onServer(serverUrl, (client) =>
    client.query(`create database ${name} template ${template} owner ${APPLICATION}`),
  )
  return applicationUrl(serverUrl, name)
}

export const dropDatabase = (serverUrl: string, name: string): Promise<unknown> =>
  onServer(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`))
