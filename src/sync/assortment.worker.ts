import { openUserDatabase } from '#src/store/user-database.ts'
import type { FromDownloads, ToDownloads } from './assortment-protocol.ts'
import { serveAssortment } from './serve-assortment.ts'

// The worker's global scope, of which this program's types know only a window's.
const scope = self as unknown as {
  postMessage: (message: FromDownloads) => void
  addEventListener: (type: 'message', listener: (event: MessageEvent<ToDownloads>) => void) => void
}

scope.addEventListener('message', ({ data }) => {
  void serveAssortment(data, (message) => scope.postMessage(message), {
    // What a power cut takes is downloaded again: no wait for the disk, which the person's own changes need.
    openDatabase: (userId) => openUserDatabase(userId, { chromeTransactionDurability: 'relaxed' }),
    inTurn: (name, act) => navigator.locks.request(name, act),
    caches: globalThis.caches,
    now: Date.now,
  })
})
