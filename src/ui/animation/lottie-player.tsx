import { LottieLight } from 'lottie-react'
import { useReducedMotion } from '#src/ui/theme/use-media.ts'

type LottiePlayerProps = {
  source: object
  direction: 'forward' | 'reverse'
  speed: number
  loop: boolean
  /** Never with reduced motion. */
  autoplay: boolean
}

/** A separate chunk: the player is as large as the rest of a page. */
export function LottiePlayer({ source, autoplay, ...props }: LottiePlayerProps) {
  const isReduced = useReducedMotion()
  return (
    // The player reads autoplay only once.
    <LottieLight
      key={String(isReduced)}
      src={source}
      autoplay={autoplay && !isReduced}
      aria-hidden="true"
      {...props}
    />
  )
}
