import { Readable } from 'node:stream'
import { Zip, ZipPassThrough } from 'fflate'

export type NamedFile = { name: string; bytes: Buffer }

/** Stored, not deflated: PDF files are compressed already. One file at a time is held in memory. */
export const zipOf = (files: AsyncIterable<NamedFile>, now: Date): Readable =>
  Readable.from(chunksOf(files, now), { objectMode: false })

async function* chunksOf(files: AsyncIterable<NamedFile>, now: Date): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  for await (const { name, bytes } of files) {
    const entry = new ZipPassThrough(name)
    entry.mtime = now
    zip.add(entry)
    entry.push(bytes, true)
    yield* ready
    ready = []
  }
  zip.end()
  yield* ready
}
