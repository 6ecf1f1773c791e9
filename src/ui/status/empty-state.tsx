import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ProductPicture, type ProductPictureProps } from '#src/ui/list/product-picture.tsx'

export type EmptyStateProps = {
  /** Says what to do: "Add a product to begin your trolly." */
  words: string
  /** In place of three pictures of goods, where the list is not about goods. */
  icon?: ReactNode
  action?: ReactNode
}

export function EmptyState({ words, icon = <Goods />, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap={12} maw="26rem" mx="auto" px={16} py={40} ta="center" c="dimmed">
      {icon}
      <Text fw={700} c="var(--ink)" style={{ overflowWrap: 'anywhere', textWrap: 'balance' }}>
        {words}
      </Text>
      {action}
    </Stack>
  )
}

const Goods = () => (
  <Group gap={8} wrap="nowrap" aria-hidden="true">
    {GOODS.map((picture) => (
      <div key={picture.mark} style={{ width: '3.5rem', height: '3.5rem' }}>
        <ProductPicture {...picture} />
      </div>
    ))}
  </Group>
)

const GOODS: ProductPictureProps[] = [
  { mark: 'milk', storage: 'chilled' },
  { mark: 'bread' },
  { mark: 'tomato', storage: 'chilled' },
]
