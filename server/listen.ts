import type { FastifyInstance } from 'fastify'
import { CodedError } from './coded-error.ts'
import type { Config } from './config.ts'

const EVERY_ADDRESS = '::'
const THIS_MACHINE = '127.0.0.1'
const EVERY_IPV4_ADDRESS = '0.0.0.0'

/** @param hasDemoUsers whose password is often known to many, so by default the server listens on this machine alone */
export const hostOf = ({ host }: Pick<Config, 'host'>, hasDemoUsers: boolean): string =>
  host ?? (hasDemoUsers ? THIS_MACHINE : EVERY_ADDRESS)

/**
 * @returns the port, which the system chooses for 0. @throws CodedError `port_in_use`, `port_not_allowed`,
 * `host_unavailable`
 */
export const listen = async (
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<number> => {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    // A machine without IPv6.
    if (host === EVERY_ADDRESS && (code === 'EAFNOSUPPORT' || code === 'EADDRNOTAVAIL')) {
      return listen(app, { host: EVERY_IPV4_ADDRESS, port })
    }
    throw startErrorOf(code, { host, port }, error)
  }
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

function startErrorOf(
  code: unknown,
  { host, port }: { host: string; port: number },
  cause: unknown,
): unknown {
  if (code === 'EADDRINUSE') {
    return new CodedError(
      'port_in_use',
      `Port ${port} is in use by another program. Stop that one, or take another: PORT=${port + 1} npm start`,
      { cause },
    )
  }
  if (code === 'EACCES') {
    return new CodedError(
      'port_not_allowed',
      `This user may not listen on port ${port}. Take one above 1023: PORT=3000 npm start`,
      { cause },
    )
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EINVAL') {
    return new CodedError(
      'host_unavailable',
      `This machine has no address ${host}. Correct HOST, or leave it out.`,
      {
        cause,
      },
    )
  }
  return cause
}
