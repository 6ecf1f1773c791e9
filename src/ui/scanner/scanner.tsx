import { FileButton, Group, Text } from '@mantine/core'
import { IconBulb, IconBulbOff, IconPhoto } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#src/ui/action/button.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { loadReader, type ReadCodes } from './detector.ts'
import styles from './scanner.module.css'
import { createSightings } from './sightings.ts'
import { type Camera, useCamera } from './use-camera.ts'

/** Between two looks at the camera's picture: a look takes a slow phone a tenth of a second. */
const LOOK_EVERY_MS = 120

const TROUBLE: Partial<Record<Camera['state'], string>> = {
  refused:
    'This device does not let Trolly use the camera. Allow it in the browser’s settings, or take a photo.',
  missing: 'No camera was found. You can take a photo, or choose one.',
}

/** @param props.onCode gets each code once while it stays in sight. Pass the same function on every render */
export function Scanner({ onCode }: { onCode: (code: string) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const camera = useCamera(video)
  const reader = useRef<Promise<ReadCodes>>(undefined)
  const resetPhoto = useRef<() => void>(null)
  const [trouble, setTrouble] = useState<string>()
  const isOn = camera.state === 'on'
  const shown = trouble ?? TROUBLE[camera.state]

  useEffect(() => {
    if (!isOn) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let ended = false
    const newlySeen = createSightings()
    const look = async () => {
      reader.current ??= loadReader()
      const codes = video.current ? await (await reader.current)(video.current) : []
      if (ended) return
      for (const code of newlySeen(codes, performance.now())) onCode(code)
      timer = setTimeout(goOn, LOOK_EVERY_MS)
    }
    const goOn = () => {
      look().catch(() => {
        reader.current = undefined
        if (!ended) setTrouble(FAILED)
      })
    }
    goOn()
    return () => {
      ended = true
      clearTimeout(timer)
    }
  }, [isOn, onCode])

  const readPhoto = async (file: File) => {
    // The same photo may be chosen again.
    resetPhoto.current?.()
    try {
      reader.current ??= loadReader()
      const codes = await (await reader.current)(await createImageBitmap(file))
      setTrouble(
        codes.length === 0
          ? 'No barcode was found in this photo. Go closer, and hold it straight.'
          : undefined,
      )
      for (const code of codes) onCode(code)
    } catch {
      reader.current = undefined
      setTrouble(FAILED)
    }
  }

  return (
    <div className={styles.scanner}>
      <div className={styles.view} hidden={camera.state === 'refused' || camera.state === 'missing'}>
        <video ref={video} className={styles.video} muted playsInline aria-label="Camera" />
        <div className={styles.aim} aria-hidden="true" />
      </div>
      {shown === undefined ? null : (
        <Banner tone="amber" inset>
          {shown}
        </Banner>
      )}
      <Group gap={8} justify="space-between">
        <Text size="xs" c="dimmed" role="status">
          {camera.state === 'starting' ? 'Starting the camera…' : isOn ? 'Point it at a barcode.' : ''}
        </Text>
        <Group gap={8}>
          {isOn && camera.torch ? <Torch onChange={camera.torch} /> : null}
          <FileButton
            resetRef={resetPhoto}
            onChange={(file) => void (file && readPhoto(file))}
            accept="image/*"
          >
            {(props) => (
              <Button {...props} icon={<IconPhoto size={20} aria-hidden="true" />}>
                Use a photo
              </Button>
            )}
          </FileButton>
        </Group>
      </Group>
    </div>
  )
}

const FAILED = 'The barcode reader could not be loaded. Enter the code instead, or try again later.'

function Torch({ onChange }: { onChange: (on: boolean) => void }) {
  const [on, setOn] = useState(false)
  const Icon = on ? IconBulbOff : IconBulb
  return (
    <Button
      aria-pressed={on}
      icon={<Icon size={20} aria-hidden="true" />}
      onClick={() => {
        setOn(!on)
        onChange(!on)
      }}
    >
      Light
    </Button>
  )
}
