import { demoProgram } from './demo-program.ts'
import { runProgram } from './program.ts'

await runProgram(demoProgram)
