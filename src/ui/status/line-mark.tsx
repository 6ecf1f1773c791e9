import { IconDeviceMobile } from '@tabler/icons-react'
import { Badge, type BadgeProps } from './badge.tsx'

/** Amber: only on this device so far. */
export function LineMark({ label, tone }: Pick<BadgeProps, 'label' | 'tone'>) {
  const icon = tone === 'amber' ? <IconDeviceMobile size={13} stroke={2} aria-hidden="true" /> : undefined
  return <Badge label={label} tone={tone} icon={icon} />
}
