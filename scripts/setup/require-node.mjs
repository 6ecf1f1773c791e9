// Imported first by every script, and without imports, so that it speaks before anything newer fails to load.

const NEEDED = [20, 19]

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  console.error(
    `Trolly cannot run: Node ${process.versions.node} is too old, ${NEEDED.join('.')} or newer is needed (https://nodejs.org). [node_too_old]`,
  )
  process.exit(1)
}
