import type { PictureFormat } from '#domain/pictures.ts'
import type { DrawnProduct } from '#server/db/demo/pictures/drawn-product.ts'
import { pictureWorker } from '#server/paths.ts'
import { openThread } from '#server/worker/thread.ts'
import type { Paints } from './picture-worker.ts'

/** Draws the demo's pictures beside the server's thread, one after another. */
export type Painter = {
  /** @throws Error where it could not be drawn, or the thread ended */
  paint: (product: DrawnProduct, width: number, format: PictureFormat) => Promise<Buffer>
  waiting: () => number
  close: () => Promise<void>
}

export const openPainter = (): Painter => {
  const { run, waiting, close } = openThread<Paints>({ file: pictureWorker, idleMs: 30_000, memoryMb: 128 })
  return {
    paint: async (...parts) => {
      // On glibc its libraries must outlast the thread: https://sharp.pixelplumbing.com/install/#worker-threads
      await import('sharp')
      return Buffer.from(await run('paint', parts))
    },
    waiting,
    close,
  }
}
