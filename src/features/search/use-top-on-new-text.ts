import { useEffect, useRef } from 'react'

/** The best results of a new search are at the top. */
export const useTopOnNewText = (text: string): void => {
  const before = useRef(text)
  useEffect(() => {
    const isNew = before.current !== text
    before.current = text
    if (!isNew) return
    // Within the frame, which lays the page out anyway: read here, it would be laid out at each letter (bench `typing`).
    const frame = requestAnimationFrame(() => window.scrollY > 0 && window.scrollTo(0, 0))
    return () => cancelAnimationFrame(frame)
  }, [text])
}
