import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CodedError } from '#server/coded-error.ts'
import { errorText } from '#server/error-text.ts'

export type FoundFile = { name: string; bytes: number; isFile: boolean }

/** In order of their names, without hidden ones, which systems add. @throws CodedError `file_unreadable`, `empty_folder` */
export const listPictureFolder = async (folder: string): Promise<FoundFile[]> => {
  try {
    const names = (await readdir(folder)).filter((name) => !name.startsWith('.')).sort()
    if (names.length === 0) throw new CodedError('empty_folder', `${folder} has no files.`)
    return await Promise.all(
      names.map(async (name) => {
        const { size, ...entry } = await stat(join(folder, name)).then((found) => ({
          size: found.size,
          isFile: found.isFile(),
        }))
        return { name, bytes: size, ...entry }
      }),
    )
  } catch (error) {
    if (error instanceof CodedError) throw error
    throw new CodedError('file_unreadable', `The folder cannot be read: ${errorText(error)}.`, {
      cause: error,
    })
  }
}

/** What file-type asks for. */
const HEAD_BYTES = 4_100

export const headOf = async (file: string): Promise<Buffer> => {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
