import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { Tone } from './tone.ts'

const ICONS = {
  blue: IconInfoCircle,
  amber: IconAlertTriangle,
  red: IconAlertCircle,
  green: IconCircleCheck,
} as const

/** The plain tone has none. */
export function ToneIcon({ tone, size = 16 }: { tone: Tone; size?: number }) {
  if (tone === 'plain') return null
  const Icon = ICONS[tone]
  return <Icon size={size} stroke={2} aria-hidden="true" />
}
