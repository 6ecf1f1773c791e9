import { useState } from 'react'

/**
 * Marks a choice in the frame of its tap, before what it changes elsewhere is drawn.
 * @param choose a promise settles once `value` has followed, or the choice was refused
 */
export function useShownAtOnce<Value extends string | undefined>(
  value: Value,
  choose: (next: string) => unknown,
): { shown: Value | string; choose: (next: string) => Promise<void> } {
  const [tapped, setTapped] = useState<string>()
  return {
    shown: tapped ?? value,
    choose: async (next) => {
      setTapped(next)
      try {
        await choose(next)
      } finally {
        setTapped((latest) => (latest === next ? undefined : latest))
      }
    },
  }
}
