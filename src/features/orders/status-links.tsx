import { Group } from '@mantine/core'
import { type ActiveStatus, ORDER_STATUS_WORDS } from '#domain/order.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { useActiveOrderFilters } from './use-active-orders.ts'

/** To the list of each status that has orders, as the server names them. Absent for those who may have no reports. */
export function StatusLinks({ current }: { current?: ActiveStatus | undefined }) {
  const names = useActiveOrderFilters()?.names ?? []
  const shown = names.filter(({ status, count }) => count > 0 || status === current)
  // One status alone would list the same orders.
  if (shown.length === 0 || (shown.length === 1 && current === undefined)) return null
  return (
    <Group
      component="nav"
      gap={8}
      px="var(--page-edge, var(--s4))"
      py={8}
      aria-label="Active orders by status"
    >
      {current ? (
        <ButtonLink compact to="/orders/active-orders">
          All active orders
        </ButtonLink>
      ) : null}
      {shown.map(({ name, status, count }) => (
        <ButtonLink
          key={name}
          compact
          variant={status === current ? 'filled' : 'default'}
          aria-current={status === current ? 'page' : undefined}
          to={`/orders/${name}-orders`}
        >
          {`${ORDER_STATUS_WORDS[status]} (${count})`}
        </ButtonLink>
      ))}
    </Group>
  )
}
