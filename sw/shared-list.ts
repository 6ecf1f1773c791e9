import { LIST_FILE_BYTES_MAX } from '#domain/list-file.ts'
import {
  SHARED_FILE,
  SHARED_LIST_CACHE,
  SHARED_LIST_KEY,
  SHARED_LIST_PAGE,
  SHARED_TEXTS,
} from '#domain/shared-list.ts'

type SharedListPorts = {
  caches: Pick<CacheStorage, 'open'>
  onTrouble: (error: unknown) => Promise<void>
}

const { pathname: PATH, search: SEARCH } = new URL(SHARED_LIST_PAGE, 'https://trolly.example')

export const isSharedList = ({ url, sameOrigin }: { url: URL; sameOrigin: boolean }): boolean =>
  sameOrigin && url.pathname === PATH && url.search === SEARCH

/** Keeps what another app shares until the page takes it, however long a sign-in takes. The page says what cannot be read. */
export const receiveSharedList = async (
  request: Request,
  { caches, onTrouble }: SharedListPorts,
): Promise<Response> => {
  try {
    const shared = await request.formData()
    const cache = await caches.open(SHARED_LIST_CACHE)
    await cache.put(SHARED_LIST_KEY, new Response(partsKept(shared)))
  } catch (error) {
    await onTrouble(error)
  }
  // A reload of the page that answered the form would post it again.
  return Response.redirect(new URL(SHARED_LIST_PAGE, request.url), 303)
}

/** One byte more than a list may have is enough to refuse it. */
const partsKept = (shared: FormData): FormData => {
  const parts = new FormData()
  for (const name of SHARED_TEXTS) {
    const text = shared.get(name)
    if (typeof text === 'string') parts.set(name, text.slice(0, LIST_FILE_BYTES_MAX + 1))
  }
  const file = shared.get(SHARED_FILE)
  if (file instanceof File) parts.set(SHARED_FILE, file.slice(0, LIST_FILE_BYTES_MAX + 1), file.name)
  return parts
}
