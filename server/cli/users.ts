import { runProgram } from './program.ts'
import { usersProgram } from './users-program.ts'

await runProgram(usersProgram)
