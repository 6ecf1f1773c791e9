/** The duration must equal --motion in tokens.css. */
const MOTION_MS = 150

/** Unlike a CSS transition it fires no events, to all of which React listens. Does nothing with reduced motion. */
export const playOnce = (element: Element | null | undefined, keyframes: Keyframe[]): void => {
  if (!element || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  element.animate?.(keyframes, { duration: MOTION_MS, easing: 'ease-out' })
}

export const BUMP: Keyframe[] = [{ scale: 1 }, { scale: 1.3 }, { scale: 1 }]

/** From where the control beside it is. */
export const OPEN: Keyframe[] = [
  { translate: '1rem', opacity: 0 },
  { translate: '0', opacity: 1 },
]

/** Rolls in from below if the number grows. */
export const rollFrom = (direction: 1 | -1): Keyframe[] => [
  { translate: `0 ${direction * 60}%`, opacity: 0 },
  { translate: '0 0', opacity: 1 },
]
