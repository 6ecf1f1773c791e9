import './setup/require-node.mjs'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { ensureInstalled } from './setup/install.mjs'
import { failWith, root, SetupError } from './setup/project.mjs'

// `npm run dev`: the client by Vite on PORT, which reloads it and forwards /api; the server on the next port, restarted by Node
// when one of its files changes. Both end with one Ctrl-C.

const clientPort = Number(process.env.PORT || 3000)
const serverPort = clientPort + 1

try {
  await ensureInstalled()
  const stopServer = startServer()
  const stopClient = await startClient()
  const stop = once(async () => {
    await Promise.all([stopServer(), stopClient()])
    process.exit(0)
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
} catch (error) {
  failWith(error)
}

function startServer() {
  const child = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', '--enable-source-maps', '--import', 'tsx', 'server/main.ts'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        APP_ENV: process.env.APP_ENV || 'development',
        HOST: '127.0.0.1',
        PORT: String(serverPort),
      },
    },
  )
  createInterface({ input: child.stdout }).on('line', (line) => console.log(sayWhatToOpen(line)))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  return async () => {
    child.kill('SIGTERM')
    await ended
  }
}

/** The server prints its own port, but the page to open is Vite's, which forwards /api. */
function sayWhatToOpen(line) {
  return line.replace(`http://localhost:${serverPort}`, `http://localhost:${clientPort}`)
}

async function startClient() {
  // Read by vite.config.ts.
  process.env.TROLLY_API = `http://127.0.0.1:${serverPort}`
  const { createServer } = await import('vite')
  const server = await createServer({ root, server: { port: clientPort, strictPort: true } })
  try {
    await server.listen()
  } catch (error) {
    throw new SetupError('port_in_use', `${error.message}. Take another: PORT=${clientPort + 2} npm run dev`)
  }
  server.printUrls()
  return () => server.close()
}

function once(work) {
  let done
  return () => {
    done ??= work()
    return done
  }
}
