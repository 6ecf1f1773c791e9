import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { CodedError } from '#server/coded-error.ts'

export type DataFolder = {
  root: string
  postgres: string
  cluster: string
  passwordFile: string
  portFile: string
  ownerFile: string
  logFile: string
}

/** Creates the folder if missing. @throws CodedError `data_dir_not_writable` */
export const openDataFolder = (dataDir: string): DataFolder => {
  try {
    mkdirSync(dataDir, { recursive: true, mode: FOLDER_MODE })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw notWritable(dataDir, error)
  }
  const root = realpathSync(dataDir)
  const postgres = join(root, 'postgres')
  requireOwnCluster(postgres)
  closeToOthers(root)
  return { root, ...postgresPaths(postgres) }
}

export const postgresPaths = (postgres: string): Omit<DataFolder, 'root'> => ({
  postgres,
  cluster: join(postgres, 'cluster'),
  passwordFile: join(postgres, 'password'),
  portFile: join(postgres, 'port'),
  ownerFile: join(postgres, 'owner'),
  logFile: join(postgres, 'server.log'),
})

/**
 * Orders, addresses and mail are nobody else's to read. Root's folder can be passed through, since PostgreSQL runs as
 * another user; what is in it is closed.
 */
const FOLDER_MODE = process.getuid?.() === 0 ? 0o711 : 0o700

/** Mends folders of earlier builds. One that holds more than our own data is left to its owner: it may be shared. */
const closeToOthers = (folder: string): void => {
  const { uid, mode } = statSync(folder)
  if (uid !== process.getuid?.() || (mode & 0o777 & ~FOLDER_MODE) === 0) return
  if (!readdirSync(folder).every((name) => OURS.test(name))) return
  try {
    chmodSync(folder, (mode & 0o7000) | FOLDER_MODE)
  } catch {
    // A file system without modes: the folders within are as closed as it allows.
  }
}

const OURS = /^(postgres(\.new-.*)?|mail|lost\+found)$/

// A full disk is told as such: server/full-disk.ts.
const FILE_SYSTEM_REFUSALS = ['EACCES', 'EPERM', 'EROFS']

export const explainRefusal = (error: unknown, { root }: DataFolder): unknown =>
  error instanceof Error && 'code' in error && FILE_SYSTEM_REFUSALS.includes(String(error.code))
    ? notWritable('path' in error ? String(error.path) : root, error)
    : error

/** Only root can serve another user's cluster. */
function requireOwnCluster(postgres: string): void {
  const uid = process.getuid?.()
  if (uid === undefined || uid === 0 || !existsSync(postgres)) return
  const owner = statSync(postgres).uid
  if (owner === uid) return
  throw new CodedError(
    'data_dir_not_writable',
    `${postgres} belongs to the user with id ${owner}, and this is user ${uid}: it was made when the server was started as another user or as root. Start it as then, or set another DATA_DIR.`,
  )
}

function notWritable(path: string, error: unknown): CodedError {
  const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
  return new CodedError(
    'data_dir_not_writable',
    `The data folder cannot be used: ${path} cannot be made, read or written${reason}. Correct owner or mode, or set DATA_DIR to another folder.`,
    { cause: error },
  )
}
