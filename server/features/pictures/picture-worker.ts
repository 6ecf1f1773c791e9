import type { PictureFormat } from '#domain/pictures.ts'
import { drawProduct } from '#server/db/demo/pictures/draw-product.ts'
import type { DrawnProduct } from '#server/db/demo/pictures/drawn-product.ts'
import { answerJobs, BEHIND_REQUESTS } from '#server/worker/answer-jobs.ts'
import { drawnPictureFile } from './picture-files.ts'

/** Draws in a thread of its own: see painter.ts. */

const LARGEST = 800

const PAINTS = {
  paint: (product: DrawnProduct, width: number, format: PictureFormat): Promise<Buffer> =>
    // Twice as large, as smoothing makes small ones crisper than drawing them small.
    drawnPictureFile(drawProduct(product, Math.min(2 * width, LARGEST)), width, format),
}
export type Paints = typeof PAINTS

answerJobs(PAINTS, BEHIND_REQUESTS)
