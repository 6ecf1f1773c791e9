import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { root } from './project.mjs'

const FOLDER = join(root, '.cache')
const LOCK = join(FOLDER, 'setup.lock')
const POLL_MS = 200

/**
 * Installing and building change folders that two processes share. The second process waits, and then finds the work done. A lock
 * whose holder has died is taken over.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export const oneAtATime = async (work) => {
  await take()
  const release = () => rmSync(LOCK, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

async function take() {
  mkdirSync(FOLDER, { recursive: true })
  // Written beside it and then linked: a lock without a process id would have no holder to check.
  const mine = `${LOCK}.${process.pid}`
  writeFileSync(mine, String(process.pid))
  let said = false
  try {
    while (!tryLink(mine)) {
      removeAbandoned()
      if (!said)
        console.log(`Another process installs or builds here: waiting for it (its number is in ${LOCK})…`)
      said = true
      await delay(POLL_MS)
    }
  } finally {
    rmSync(mine, { force: true })
  }
}

function tryLink(mine) {
  try {
    linkSync(mine, LOCK)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function removeAbandoned() {
  const holder = readHolder(LOCK)
  if (holder === undefined || isAlive(holder)) return
  const aside = `${LOCK}.${process.pid}.aside`
  try {
    renameSync(LOCK, aside)
  } catch (error) {
    if (error.code === 'ENOENT') return
    throw error
  }
  // Someone else was quicker, and this is the new holder's already: put it back.
  if (readHolder(aside) !== holder) tryLink(aside)
  rmSync(aside, { force: true })
}

function readHolder(file) {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}
