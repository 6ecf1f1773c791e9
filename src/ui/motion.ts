/** As --motion in tokens.css: only to show where something went. */
const MOTION_MS = 150

/** Plays a movement once. Nothing moves for a person who asked for reduced motion. */
export const playOnce = (element: Element | null | undefined, keyframes: Keyframe[]): void => {
  if (!element || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  element.animate?.(keyframes, { duration: MOTION_MS, easing: 'ease-out' })
}

/** A count that changed: a short swelling. */
export const BUMP: Keyframe[] = [{ scale: 1 }, { scale: 1.3 }, { scale: 1 }]

/** A number that rolls into its place, from below when it grows. */
export const rollFrom = (direction: 1 | -1): Keyframe[] => [
  { translate: `0 ${direction * 60}%`, opacity: 0 },
  { translate: '0 0', opacity: 1 },
]
