import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Longest first, so that all workers end together. Vitest knows the durations of the last run, which a clean clone lacks. */
const SLOW = [
  'histories/one-core',
  'histories/another-core',
  'server/runtime/handing-over-crashes',
  'server/runtime/restore-crashes',
  'server/runtime/data-folder-crashes',
  'server/runtime/database-trouble',
  'server/runtime/data-folder',
  'server/runtime/application-role',
  'server/demo/demo-users',
  'server/runtime/shutdown',
  'server/runtime/start-failures',
  'server/fuzz',
].map((file) => `${file}.test.ts`)

export class SlowFirst extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(specifications)
    const slowness = ({ moduleId }: TestSpecification): number => {
      const place = SLOW.indexOf(relative(`${import.meta.dirname}/..`, moduleId))
      return place < 0 ? SLOW.length : place
    }
    return sorted.toSorted((one, other) => slowness(one) - slowness(other))
  }
}
