import { openUserDatabase } from '#src/store/user-database.ts'
import type { FromWorker, Port, ToWorker } from './search-protocol.ts'
import { serveSearch } from './serve-search.ts'

// This program's types know only a window's global scope.
serveSearch(self as unknown as Port<FromWorker, ToWorker>, openUserDatabase)
