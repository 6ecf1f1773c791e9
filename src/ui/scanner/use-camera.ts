import { useDocumentVisibility } from '@mantine/hooks'
import { type RefObject, useEffect, useState } from 'react'

export type Camera =
  | { state: 'starting' | 'refused' | 'missing' }
  | { state: 'on' /** undefined: it has none. */; torch: ((on: boolean) => void) | undefined }

/** Browsers know it before their types do. */
type TorchCapabilities = MediaTrackCapabilities & { torch?: boolean }
type TorchConstraints = MediaTrackConstraintSet & { torch: boolean }

/** Shows the camera at the back in a video. A page that was hidden has lost it, on iOS without a word, and starts it again. */
export const useCamera = (video: RefObject<HTMLVideoElement | null>): Camera => {
  const [camera, setCamera] = useState<Camera>({ state: 'starting' })
  const isVisible = useDocumentVisibility() === 'visible'
  useEffect(() => {
    if (!isVisible) return
    let ended = false
    let stream: MediaStream | undefined
    const start = async () => {
      stream = await navigator.mediaDevices.getUserMedia({
        audio: false,
        video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
      })
      if (ended || !video.current) return stop()
      video.current.srcObject = stream
      await video.current.play()
      setCamera({ state: 'on', torch: torchOf(stream.getVideoTracks()[0]) })
    }
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    start().catch((error: unknown) => {
      stop()
      if (!ended) setCamera({ state: isRefusal(error) ? 'refused' : 'missing' })
    })
    return () => {
      ended = true
      stop()
    }
  }, [video, isVisible])
  return camera
}

const isRefusal = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'SecurityError')

const torchOf = (track: MediaStreamTrack | undefined): ((on: boolean) => void) | undefined => {
  const capabilities: TorchCapabilities | undefined = track?.getCapabilities?.()
  if (!track || !capabilities?.torch) return undefined
  return (torch) => void track.applyConstraints({ advanced: [{ torch } as TorchConstraints] }).catch(() => {})
}
