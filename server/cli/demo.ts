import { demoProgram } from './demo-program.ts'
import { runProgram } from './program.ts'

/** `npm run demo`: fills an empty database with a wholesaler that does not exist. */
await runProgram(demoProgram)
