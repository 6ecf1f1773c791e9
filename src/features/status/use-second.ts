import { useEffect, useState } from 'react'

/** The time, renewed each second: for a count of seconds that somebody is looking at. */
export const useSecond = (): Date => {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
