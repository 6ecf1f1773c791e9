import { IconAlertTriangle, IconCheck, IconInfoCircle, IconTag } from '@tabler/icons-react'

/** amber: only on this device, or low · red: action needed · green: done · blue: information · offer: a promotion. Always add a word. */
export type Tone = 'plain' | 'blue' | 'amber' | 'red' | 'green' | 'offer'

/** Its colours, for a style sheet. */
export const toneStyle = (tone: Tone): Record<`--${string}`, string> => ({
  '--tone': `var(--${tone})`,
  '--tone-fill': `var(--${tone}-fill)`,
})

const ICONS = {
  blue: IconInfoCircle,
  amber: IconAlertTriangle,
  red: IconAlertTriangle,
  green: IconCheck,
  offer: IconTag,
} as const

/** The plain tone has none. */
export function ToneIcon({ tone, size = 16 }: { tone: Tone; size?: number }) {
  if (tone === 'plain') return null
  const Icon = ICONS[tone]
  return <Icon size={size} stroke={2} aria-hidden="true" />
}
