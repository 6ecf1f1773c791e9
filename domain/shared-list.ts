/**
 * A list that another app shares with the installed one: the browser posts it, the service worker keeps it, and the page takes it
 * once. The page may be of another build than the worker, so these names keep their meaning.
 */

/** The address that manifest.webmanifest gives for shared texts and opened files. */
export const SHARED_LIST_PAGE = '/orders?open=shared'

export const SHARED_LIST_CACHE = 'trolly-shared-list'
export const SHARED_LIST_KEY = '/shared-list'

/** The form's fields, as manifest.webmanifest names them. */
export const SHARED_FILE = 'list'
/** A mail's subject or a page's address is seldom the list itself. */
export const SHARED_TEXTS = ['text', 'title', 'url'] as const
