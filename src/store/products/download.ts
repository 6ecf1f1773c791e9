import type { Download, UserDatabase } from '#src/store/user-database.ts'

/** Another tab or a clearing came between call and reply: the reply no longer fits. */
export class DownloadOvertaken extends Error {
  constructor() {
    super('Another download came first')
    this.name = 'DownloadOvertaken'
  }
}

/** Call inside the transaction that writes the download. @throws DownloadOvertaken */
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
