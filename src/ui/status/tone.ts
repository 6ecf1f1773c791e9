/** amber: only on this device · red: action needed · green: done · blue: information. Always add an icon and a word. */
export type Tone = 'plain' | 'blue' | 'amber' | 'red' | 'green'

/** Its colours, for a style sheet. */
export const toneStyle = (tone: Tone): Record<`--${string}`, string> => ({
  '--tone': `var(--${tone})`,
  '--tone-fill': `var(--${tone}-fill)`,
})
