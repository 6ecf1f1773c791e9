/**
 * What a state means, which decides its colour. A state always has an icon and a word as well.
 * amber: only on this device · red: needs the person · green: done · blue: worth knowing · plain: the quiet state.
 */
export type Tone = 'plain' | 'blue' | 'amber' | 'red' | 'green'
