import { PICTURE_WIDTHS, PICTURES_PATH } from '#domain/pictures.ts'
import type { createPictureKeeper } from '#src/store/picture-cache.ts'

export const isPicture = ({ url, sameOrigin }: { url: URL; sameOrigin: boolean }): boolean =>
  sameOrigin && url.pathname.startsWith(PICTURES_PATH)

export type PicturePorts = {
  keeper: ReturnType<typeof createPictureKeeper>
  fetch: (request: Request) => Promise<Response>
  waitUntil: (work: Promise<unknown>) => void
}

/** From this device where it is kept, since an address never changes its contents. Without a connection, the same picture in any size. */
export const answerPicture = async (
  request: Request,
  { keeper, fetch, waitUntil }: PicturePorts,
): Promise<Response> => {
  const kept = await keeper.find(request.url)
  if (kept) return kept
  try {
    const fetched = await fetch(request)
    const isOurs =
      fetched.status === 200 && fetched.headers.get('content-type')?.startsWith('image/') === true
    if (isOurs) waitUntil(keeper.keep(request.url, fetched.clone()))
    return fetched
  } catch {
    for (const width of PICTURE_WIDTHS.toReversed()) {
      const other = await keeper.find(request.url.replace(/\d+(?=\.\w+$)/, String(width)))
      if (other) return other
    }
    // As the page would have met it. Thrown, it would be reported as a fault of the worker.
    return Response.error()
  }
}
