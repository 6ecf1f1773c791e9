import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { CodedError } from '#server/coded-error.ts'
import { errorText } from '#server/error-text.ts'
import type { ImportSource } from '#server/features/import/csv/csv-encoding.ts'

const CHUNK_BYTES = 262_144

export const openSource = async (file: string): Promise<ImportSource> => {
  try {
    const { size } = await stat(file)
    // Opening it now detects a folder or an unreadable file before anything starts.
    for await (const _ of createReadStream(file, { end: 0 })) break
    return {
      name: file,
      totalBytes: size,
      open: () => createReadStream(file, { highWaterMark: CHUNK_BYTES }),
    }
  } catch (error) {
    throw new CodedError('file_unreadable', `The file cannot be read: ${errorText(error)}.`, {
      cause: error,
    })
  }
}
