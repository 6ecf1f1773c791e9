import { LottieLight } from 'lottie-react'
import { useMemo } from 'react'
import { findHexColour } from '#src/ui/theme/contrast.ts'
import { useReducedMotion } from '#src/ui/theme/use-media.ts'
import { type Rgb, recolourBlack } from './recolour.ts'

type LottiePlayerProps = {
  source: object
  direction: 'forward' | 'reverse'
  speed: number
  loop: boolean
  /** Changes with the colours, so that they are read again. */
  scheme: string
}

/** A separate chunk: the player is as large as the rest of a page. */
export function LottiePlayer({ source, direction, speed, loop, scheme }: LottiePlayerProps) {
  const isReduced = useReducedMotion()
  const animation = useMemo(() => recolourBlack(source, primaryColour(scheme)) as object, [source, scheme])
  return (
    <LottieLight
      // The player reads autoplay only once.
      key={String(isReduced)}
      src={animation}
      loop={loop}
      speed={speed}
      direction={direction}
      autoplay={!isReduced}
      aria-hidden="true"
    />
  )
}

function primaryColour(_scheme: string): Rgb {
  const text = getComputedStyle(document.documentElement).getPropertyValue('--primary-ink')
  const hex = findHexColour(text) ?? '#000000'
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return [channel(1), channel(3), channel(5)]
}
