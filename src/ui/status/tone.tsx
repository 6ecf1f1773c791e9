import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'

/** amber: only on this device · red: action needed · green: done · blue: information. Always add an icon and a word. */
export type Tone = 'plain' | 'blue' | 'amber' | 'red' | 'green'

/** Its colours, for a style sheet. */
export const toneStyle = (tone: Tone): Record<`--${string}`, string> => ({
  '--tone': `var(--${tone})`,
  '--tone-fill': `var(--${tone}-fill)`,
})

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
