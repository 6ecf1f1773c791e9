import { LottieLight } from 'lottie-react'
import { useReducedMotion } from '#src/ui/theme/use-media.ts'

type LottiePlayerProps = {
  source: object
  direction: 'forward' | 'reverse'
  speed: number
  loop: boolean
}

/** A separate chunk: the player is as large as the rest of a page. */
export function LottiePlayer({ source, ...props }: LottiePlayerProps) {
  const isReduced = useReducedMotion()
  return (
    // The player reads autoplay only once.
    <LottieLight key={String(isReduced)} src={source} autoplay={!isReduced} aria-hidden="true" {...props} />
  )
}
