import { runProgram } from './program.ts'
import { restoreProgram } from './restore-program.ts'

await runProgram(restoreProgram)
