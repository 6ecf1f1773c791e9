import { IconCheck, IconCloudOff, IconDeviceMobile, IconRefresh } from '@tabler/icons-react'
import { HiddenStatus } from './hidden.tsx'
import styles from './status-line.module.css'
import { type Tone, ToneIcon, toneStyle } from './tone.tsx'

const STATES = {
  sent: { tone: 'plain', icon: <IconCheck size={16} stroke={2} aria-hidden="true" /> },
  sending: { tone: 'plain', icon: <IconRefresh size={16} stroke={2} aria-hidden="true" /> },
  waiting: { tone: 'amber', icon: <IconDeviceMobile size={16} stroke={2} aria-hidden="true" /> },
  offline: { tone: 'amber', icon: <IconCloudOff size={16} stroke={2} aria-hidden="true" /> },
  attention: { tone: 'red', icon: <ToneIcon tone="red" size={16} /> },
} as const satisfies Record<string, { tone: Tone; icon: React.ReactNode }>

export type StatusLineProps = {
  state: keyof typeof STATES
  /** "All sent", "3 saved on this device", "1 action needed", "Offline · prices as of 09:12". */
  words: string
  /** For a phone: "3 saved". Screen readers still hear the full words. */
  shortWords?: string | undefined
  onOpen: () => void
  expanded?: boolean | undefined
}

/** Screen readers hear each change. */
export function StatusLine({ state, words, shortWords = words, onOpen, expanded }: StatusLineProps) {
  const { tone, icon } = STATES[state]
  return (
    <>
      <button
        type="button"
        className={styles.line}
        data-tone={tone}
        style={toneStyle(tone)}
        aria-label={words}
        aria-haspopup="dialog"
        aria-expanded={expanded}
        onClick={onOpen}
      >
        {icon}
        <span>{words}</span>
        <span className={styles.short}>{shortWords}</span>
      </button>
      {/* Beside the button, since what is in a button is not read out when it changes. */}
      <HiddenStatus>{words}</HiddenStatus>
    </>
  )
}
