import { importProgram } from './import-program.ts'
import { runProgram } from './program.ts'

/** `npm run import -- products FILE`: docs/import.md. */
await runProgram(importProgram)
