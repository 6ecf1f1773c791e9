import { Box, Group, Text } from '@mantine/core'
import { IconLock, IconUsers } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { momentText } from '#domain/as-of.ts'
import { countText } from '#domain/plain-text.ts'
import { VISIBILITY_TEXT } from '#domain/templates/visibility-words.ts'
import type { TemplateOutline } from '#src/store/templates.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { Mosaic, type MosaicProps } from '#src/ui/list/mosaic.tsx'
import { useRowTabIndex } from '#src/ui/list/row-focus.ts'
import rowLink from '#src/ui/list/row-link.module.css'
import { Badge } from '#src/ui/status/badge.tsx'
import { Hidden } from '#src/ui/status/hidden.tsx'

export type TemplateRowProps = {
  template: TemplateOutline
  pictures: MosaicProps['pictures']
  ownerId: string
  now: Date
}

export function TemplateRow({ template, pictures, ownerId, now }: TemplateRowProps) {
  const tabIndex = useRowTabIndex()
  const { id, name, itemCount, updatedAt } = template
  return (
    <Group gap="4px 12px" mih="4rem" className={rowLink.row ?? ''}>
      <Mosaic pictures={pictures} />
      <Box flex="1 1 12rem" miw={0}>
        <Link className={rowLink.link} to={`/orders/templates-${id}`} tabIndex={tabIndex}>
          {name}
        </Link>
        <Text size="xs" c="dimmed">
          {`${countText(itemCount, 'product')} · changed ${momentText(new Date(updatedAt), now)}`}
        </Text>
      </Box>
      <Group component="p" gap={4}>
        <TemplateState template={template} />
        <VisibilityBadge template={template} ownerId={ownerId} />
      </Group>
      {itemCount > 0 ? (
        <Box className={rowLink.above ?? ''}>
          <ButtonLink compact to={`/orders/templates/count-${id}`} tabIndex={tabIndex}>
            Count
            <Hidden>{` ${name}`}</Hidden>
          </ButtonLink>
        </Box>
      ) : null}
    </Group>
  )
}

export function VisibilityBadge({ template, ownerId }: Pick<TemplateRowProps, 'template' | 'ownerId'>) {
  const { visibility } = template
  const Icon = visibility === 'shared' ? IconUsers : IconLock
  return (
    <Badge
      label={visibilityText(template, ownerId)}
      icon={<Icon size={13} stroke={2} aria-hidden="true" />}
    />
  )
}

/** "Shared by Robin Cook" where it is another's. */
const visibilityText = (
  { visibility, ownerId: owner, ownerName }: TemplateOutline,
  ownerId: string,
): string =>
  visibility === 'shared' && owner !== ownerId && ownerName !== ''
    ? `Shared by ${ownerName}`
    : VISIBILITY_TEXT[visibility]

/** A template that has been sent has no badge. */
export function TemplateState({
  template: { held, asking, waitingCount },
}: Pick<TemplateRowProps, 'template'>) {
  if (held || asking.length > 0) return <Badge tone="red" label="Action needed" />
  return waitingCount > 0 ? <Badge tone="amber" label={`${waitingCount} on this device`} /> : null
}
