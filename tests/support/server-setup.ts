import { afterEach } from 'vitest'
import { removeLeftBehind } from './server-process.ts'

// Here instead of beside it: the files of a worker share that module, which is loaded for the first one only.
afterEach(removeLeftBehind)
