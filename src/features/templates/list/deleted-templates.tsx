import { Box, Group, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import { templateReads } from '#contract/template-reads.ts'
import { momentText } from '#domain/as-of.ts'
import { countText } from '#domain/plain-text.ts'
import { mayChangeTemplate } from '#domain/templates/template.ts'
import { reasonOf } from '#src/api/messages.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { useAction, useApi, useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useMayOrder } from '#src/device/use-may-order.ts'
import { restoreTemplate } from '#src/features/templates/template-actions.ts'
import { refreshTemplate } from '#src/sync/templates/reads.ts'
import { Button } from '#src/ui/action/button.tsx'
import { ListState } from '#src/ui/list/list-state.tsx'
import { RowSkeleton } from '#src/ui/list/row-skeleton.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'

const SHOWN = 96
const NOTHING: Pick<ReplyOf<typeof templateReads.search>, 'data'> = { data: [] }

export type DeletedTemplatesProps = { customerId: string; open: boolean; onClose: () => void }

/** They are only on the server: a device keeps those in use. */
export function DeletedTemplates({ customerId, open, onClose }: DeletedTemplatesProps) {
  return (
    <Sheet open={open} onClose={onClose} title="Deleted templates" flush>
      <DeletedList customerId={customerId} />
    </Sheet>
  )
}

function DeletedList({ customerId }: { customerId: string }) {
  const api = useApi()
  const run = useAction()
  const device = useUserDevice()
  const mayOrder = useMayOrder()
  const [restored, setRestored] = useState<readonly string[]>([])
  const found = useQuery({
    queryKey: queryKeys.deletedTemplates(customerId),
    queryFn: async () => {
      // Without a token, calls of templates are silently not sent.
      if (!api.hasToken()) return NOTHING
      return await api.call(templateReads.search, {
        body: { customerId, state: 'deleted', pageLength: SHOWN },
      })
    },
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  const rows = (found.data?.data ?? []).filter(({ id }) => !restored.includes(id))
  const restore = async ({ id, name }: { id: string; name: string }) => {
    try {
      // The change needs to know what it restores.
      await run(() => refreshTemplate({ database: device.database, api }, id))
      await restoreTemplate(device, { id, name })
      setRestored((before) => [...before, id])
    } catch (error) {
      showFailure(error)
    }
  }
  return (
    <ListState
      count={rows.length}
      loading={found.isPending}
      expected={2}
      skeleton={<RowSkeleton title="40%" detail="30%" height="4rem" />}
      failed={
        found.isError
          ? {
              words: `Deleted templates could not be loaded. ${reasonOf(found.error)}`,
              onRetry: found.refetch,
            }
          : undefined
      }
      empty={{ words: 'Nothing has been deleted.' }}
    >
      <ul aria-label="Deleted templates">
        {rows.map((row) => (
          <Group
            component="li"
            key={row.id}
            gap={12}
            wrap="nowrap"
            mih="4rem"
            px={16}
            py={8}
            style={{ borderBottom: '1px solid var(--line)' }}
          >
            <Box flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
              <Text fw={500}>{row.name}</Text>
              <Text size="xs" c="dimmed">
                {`${countText(row.itemCount, 'product')} · deleted ${momentText(new Date(row.updatedAt), new Date())}`}
              </Text>
            </Box>
            {mayChangeTemplate(row.visibility, mayOrder) ? (
              <Button compact aria-label={`Restore ${row.name}`} onClick={() => restore(row)}>
                Restore
              </Button>
            ) : null}
          </Group>
        ))}
      </ul>
    </ListState>
  )
}
