import type { Download, UserDatabase } from './user-database.ts'

/** Another tab, or a clearing, came between the asking and the reply: what was asked for no longer fits. */
export class DownloadOvertaken extends Error {
  constructor() {
    super('Another download came first')
    this.name = 'DownloadOvertaken'
  }
}

/** In the transaction that writes what was downloaded. @throws DownloadOvertaken */
export const requireSame = async (
  database: UserDatabase,
  name: string,
  known: Download | undefined,
): Promise<void> => {
  const current = await database.downloads.get(name)
  if (current?.cursor !== known?.cursor || current?.after !== known?.after) throw new DownloadOvertaken()
}

export type StoringDownload = {
  known: Download | undefined
  now: number
  write?: ((act: () => Promise<Download>) => Promise<Download>) | undefined
}
