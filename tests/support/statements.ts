import { vi } from 'vitest'
import type { Database } from '#server/db/database.ts'

/**
 * Begins to note the statements that requests send. @returns ends it, and returns their texts; without those of the settings, which the
 * server reads again every few seconds, whoever asks
 */
export const noteStatements = (database: Database): (() => string[]) => {
  const query = vi.spyOn(database.$client, 'query')
  return () => {
    const texts = query.mock.calls.map(([given]) => (given as unknown as { text: string }).text)
    query.mockRestore()
    return texts.filter((text) => !text.includes('from "settings"'))
  }
}
