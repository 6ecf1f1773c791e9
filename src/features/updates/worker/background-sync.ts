import { OUTBOX_SYNC_TAG } from '#domain/worker-messages.ts'

/** Chromium only, so not in TypeScript's library. */
type WithBackgroundSync = { readonly sync?: { register: (tag: string) => Promise<void> } }

/** Lets the browser send the outbox even with the app closed. If unavailable, the page's own timer sends. */
export async function requestBackgroundSync(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    await (registration as WithBackgroundSync | undefined)?.sync?.register(OUTBOX_SYNC_TAG)
  } catch {
    // Refused: see above.
  }
}
