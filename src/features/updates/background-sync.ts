import { OUTBOX_SYNC_TAG } from '#domain/worker-messages.ts'

/** Chromium's alone, so not in TypeScript's library. */
type WithBackgroundSync = { readonly sync?: { register: (tag: string) => Promise<void> } }

/**
 * Has the browser wake the worker to send the outbox once there is signal, even with the app closed. Where that cannot
 * be had (another browser, a person who forbids it, no worker yet) the page's own clock sends, so it is no failure.
 */
export async function requestBackgroundSync(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    await (registration as WithBackgroundSync | undefined)?.sync?.register(OUTBOX_SYNC_TAG)
  } catch {
    // Refused: see above.
  }
}
