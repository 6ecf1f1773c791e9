import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { OPEN_PAGE } from '#domain/worker-messages.ts'

/** Mount once. Goes to the page of a notification that was opened (sw/push.ts), without a reload. */
export const useNotifiedPage = (): void => {
  const navigate = useNavigate()
  useEffect(() => {
    const worker = navigator.serviceWorker
    const open = ({ data, ports }: MessageEvent) => {
      if (data?.type !== OPEN_PAGE) return
      navigate(data.path)
      ports[0]?.postMessage(true)
    }
    worker?.addEventListener('message', open)
    return () => worker?.removeEventListener('message', open)
  }, [navigate])
}
