import type { Bench } from '#bench/harness/bench.ts'
import { checks } from './checks.ts'
import { suites } from './suites.ts'

export const PEOPLE_BENCHES: readonly Bench[] = [checks, suites]
