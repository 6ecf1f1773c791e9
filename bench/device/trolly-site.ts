import { embeddedServerData, startTrollyServer, type TrollyServer } from '#e2e/support/server.ts'

/** The built server with that many demo products, while `use` runs. */
export const withTrollySite = async <Result>(
  products: number,
  use: (server: TrollyServer) => Promise<Result>,
): Promise<Result> => {
  const server = await startTrollyServer({ data: await embeddedServerData({ products }) })
  try {
    return await use(server)
  } finally {
    await server.stop()
  }
}
