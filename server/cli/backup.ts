import { backupProgram } from './backup-program.ts'
import { runProgram } from './program.ts'

await runProgram(backupProgram)
