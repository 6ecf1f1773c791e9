import { printWorker } from '#server/paths.ts'
import { openThread } from '#server/worker/thread.ts'
import type { Prints } from './pdf/print-worker.ts'

/** Prints documents beside the server's thread: one takes about 50 ms, during which nobody else would be answered. */
export type Printer = {
  /** @throws Error where the document could not be printed, or the thread ended */
  print: <Kind extends keyof Prints>(kind: Kind, parts: Parameters<Prints[Kind]>) => Promise<Buffer>
  close: () => Promise<void>
}

export const openPrinter = (): Printer => {
  // Documents are asked for at certain hours. A statement of ten years needs a tenth of the memory.
  const { run, close } = openThread<Prints>({ file: printWorker, idleMs: 10_000, memoryMb: 128 })
  return { print: async (kind, parts) => bufferOf(await run(kind, parts)), close }
}

/** A copy between threads is no longer a Buffer. */
const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
