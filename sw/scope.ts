declare const self: ServiceWorkerGlobalScope

/** The worker's own global, typed once. Only sw.ts and shell.ts touch it; the rest takes ports. */
export const worker = self

/** Background Sync is Chromium's alone and not in TypeScript's library. */
export type SyncEvent = ExtendableEvent & { readonly tag: string; readonly lastChance: boolean }
