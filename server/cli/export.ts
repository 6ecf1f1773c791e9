import { exportProgram } from './export-program.ts'
import { runProgram } from './program.ts'

await runProgram(exportProgram(process.stdout))
