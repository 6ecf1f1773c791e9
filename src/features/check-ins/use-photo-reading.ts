import { useCallback, useState } from 'react'

/** Several photos may be made smaller at once, and sending before the last is ready would leave it behind. */
export const usePhotoReading = () => {
  const [count, setCount] = useState(0)
  const onReading = useCallback((isReading: boolean) => setCount((now) => now + (isReading ? 1 : -1)), [])
  return { isReading: count > 0, onReading }
}
