/** amber: only on this device · red: action needed · green: done · blue: information. Always add an icon and a word. */
export type Tone = 'plain' | 'blue' | 'amber' | 'red' | 'green'
