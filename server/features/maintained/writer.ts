import type { Connection } from '#server/db/transaction.ts'

/** Who writes to maintained records: the triggers that note each change read it (migrations/0035_keep_records.sql). */
export type Writer = {
  userId: string | null
  at: Date
  /** What is written at once, and can be undone at once. */
  batchId?: string
}

/** For the rest of the connection's transaction. */
export const writeAs = async (connection: Connection, { userId, at, batchId }: Writer): Promise<void> => {
  await connection.$client.query(
    "SELECT set_config('trolly.user', $1, true), set_config('trolly.at', $2, true), set_config('trolly.batch', $3, true)",
    [userId ?? '', at.toISOString(), batchId ?? ''],
  )
}
