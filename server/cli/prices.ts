import { pricesProgram } from './prices-program.ts'
import { runProgram } from './program.ts'

/** `npm run demo:prices`: makes up prices for products that came without any. */
await runProgram(pricesProgram)
