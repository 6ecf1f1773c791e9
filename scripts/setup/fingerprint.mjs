import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './project.mjs'

/**
 * One hash over the names and contents of files and folders. Contents, since a checkout resets all times; a few hundred files
 * take some 20 ms.
 *
 * @param {string[]} paths relative to the project; missing ones count as empty
 */
export const fingerprintOf = (paths) => {
  const hash = createHash('sha256')
  for (const path of paths) addTo(hash, path)
  return hash.digest('hex')
}

/** A stamp records the inputs of a result; without it the result is unfinished. */
export const readStamp = (file) =>
  existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined

export const writeStamp = (file, fingerprint) => {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), fingerprint)
}

export const removeStamp = (file) => rmSync(join(root, file), { force: true })

function addTo(hash, path) {
  const full = join(root, path)
  const stat = statSync(full, { throwIfNoEntry: false })
  if (stat === undefined) return
  if (stat.isDirectory()) {
    for (const name of readdirSync(full).sort()) addTo(hash, `${path}/${name}`)
  } else {
    hash.update(`${path}\0${stat.size}\0`).update(readFileSync(full))
  }
}
