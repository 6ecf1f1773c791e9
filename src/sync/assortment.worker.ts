import { openUserDatabase } from '#src/store/user-database.ts'
import type { FromDownloads, ToDownloads } from './assortment-protocol.ts'
import { serveAssortment } from './serve-assortment.ts'

// TypeScript knows only a window's global scope in this program.
const scope = self as unknown as {
  postMessage: (message: FromDownloads) => void
  addEventListener: (type: 'message', listener: (event: MessageEvent<ToDownloads>) => void) => void
}

scope.addEventListener('message', ({ data }) => {
  void serveAssortment(data, (message) => scope.postMessage(message), {
    // A power cut only costs a repeated download, so do not wait for the disk, which the person's changes need.
    openDatabase: (userId) => openUserDatabase(userId, { chromeTransactionDurability: 'relaxed' }),
    inTurn: (name, act) => navigator.locks.request(name, act),
    caches: globalThis.caches,
    now: Date.now,
  })
})
