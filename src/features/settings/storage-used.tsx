import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { asOfText } from '#domain/as-of.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { type LiveQuery, useLive } from '#src/device/use-live.ts'
import { deletePictures, type PicturesKept, readPicturesKept } from '#src/store/picture-cache.ts'
import { findAssortmentAge } from '#src/store/products/assortment.ts'
import { Button } from '#src/ui/action/button.tsx'
import { DefinitionList } from '#src/ui/layout/definition-list.tsx'
import { useMinute } from '#src/ui/status/minute-clock.ts'

export function StorageUsed() {
  const now = new Date(useMinute())
  const { data: storage, refetch } = useQuery({
    queryKey: queryKeys.storageUsed(),
    queryFn: readStorage,
    gcTime: 0,
  })
  const { value: kept } = useLive(KEPT_HERE)
  return (
    <>
      <DefinitionList
        items={[
          { term: 'Used', value: storage ? usedText(storage) : 'Not available' },
          {
            term: 'Products on this device',
            value: kept ? productsText(kept, now) : '…',
          },
          { term: 'Pictures', value: storage ? picturesText(storage.pictures) : 'Not available' },
          { term: 'Changes not sent yet', value: kept ? kept.waiting.toLocaleString('en-GB') : '…' },
          {
            term: 'Protected from clearing',
            value: storage?.persisted ? 'Yes' : 'No, may be cleared if space runs low',
          },
        ]}
      />
      <Group mt={12} gap={8}>
        {storage && !storage.persisted ? (
          <Button
            compact
            onClick={async () => {
              await navigator.storage.persist()
              await refetch()
            }}
          >
            Protect from clearing
          </Button>
        ) : null}
        {storage && storage.pictures.pictures > 0 ? (
          <Button
            compact
            onClick={async () => {
              await deletePictures(caches)
              await refetch()
            }}
          >
            Delete pictures
          </Button>
        ) : null}
      </Group>
    </>
  )
}

type Storage = { used: number; quota: number; persisted: boolean; pictures: PicturesKept }

const readStorage = async (): Promise<Storage | null> => {
  // Only on a secure origin.
  if (!navigator.storage?.estimate) return null
  const { usage = 0, quota = 0 } = await navigator.storage.estimate()
  const [persisted, pictures] = await Promise.all([navigator.storage.persisted(), readPicturesKept(caches)])
  return { used: usage, quota, persisted, pictures }
}

const usedText = ({ used, quota }: Storage): string =>
  quota > 0 ? `${bytesText(used)} of ${bytesText(quota)}` : bytesText(used)

const picturesText = ({ pictures, bytes }: PicturesKept): string =>
  pictures === 0 ? 'None' : `${pictures.toLocaleString('en-GB')}, ${bytesText(bytes)}`

type KeptHere = { products: number; at: number | null; waiting: number }

const KEPT_HERE: LiveQuery<KeptHere> = {
  key: ['kept here'],
  read: async (database) => ({
    products: await database.products.count(),
    at: (await findAssortmentAge(database)) ?? null,
    waiting: await database.outbox.count(),
  }),
}

const productsText = ({ products, at }: KeptHere, now: Date): string =>
  at === null
    ? products.toLocaleString('en-GB')
    : `${products.toLocaleString('en-GB')}, as of ${asOfText(new Date(at), now)}`

/** "840 kB", "12.4 MB", "2.1 GB": decimal units, as on phones. */
export const bytesText = (bytes: number): string => {
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`
  const [amount, unit] = bytes < 1_000_000_000 ? [bytes / 1_000_000, 'MB'] : [bytes / 1_000_000_000, 'GB']
  return `${amount < 100 ? amount.toFixed(1) : Math.round(amount)} ${unit}`
}
