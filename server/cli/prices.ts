import { pricesProgram } from './prices-program.ts'
import { runProgram } from './program.ts'

await runProgram(pricesProgram)
