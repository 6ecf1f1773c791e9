import { importProgram } from './import-program.ts'
import { runProgram } from './program.ts'

await runProgram(importProgram)
