declare const self: ServiceWorkerGlobalScope

export const worker = self

/** Background Sync exists in Chromium only, and not in TypeScript's library. */
export type SyncEvent = ExtendableEvent & { readonly tag: string; readonly lastChance: boolean }
