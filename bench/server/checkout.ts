import type { Bench } from '#bench/harness/bench.ts'
import { withServer } from '#bench/harness/server.ts'
import { demoData } from '#e2e/support/demo-data.ts'
import { signInCallers, soldProducts } from './callers.ts'
import { checkoutTime } from './checkout-time.ts'
import { firstOf } from './items.ts'
import { oversold } from './oversold.ts'

const CALLERS = 8
const PRODUCTS = 2_000

export const checkout: Bench = {
  name: 'checkout',
  area: 'server',
  run: async (context) => {
    const dataDir = await demoData({ products: context.quick ? 1_000 : 40_000 })
    return await withServer({ dataDir }, async (server) => {
      const callers = await signInCallers(server.url, CALLERS)
      const products = await soldProducts(server.databaseUrl, firstOf(callers), PRODUCTS)
      const scene = { context, server, callers, products }
      return [await checkoutTime(scene), await oversold(scene)]
    })
  },
}
