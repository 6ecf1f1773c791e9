import { Button, Notification, Progress } from '@mantine/core'
import {
  IconAlertCircle,
  IconCircleCheck,
  IconCloudOff,
  IconInfoCircle,
  IconLock,
  IconRefresh,
  IconTrash,
  IconX,
  type Icon as TablerIcon,
} from '@tabler/icons-react'
import { useCallback, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { PERSISTENT } from '#domain/message-times.ts'
import { IconButton } from '#src/ui/action/icon-button.tsx'
import { footHeight } from '#src/ui/layout/foot-height.ts'
import { Announcer } from '#src/ui/status/announcer.tsx'
import { useStore } from '#src/ui/store.ts'
import { type FocusPlace, focusPlace, returnFocus } from '#src/ui/surface/kept-focus.ts'
import type { NotificationIcon, ShownNotification } from './notification.ts'
import styles from './notification-host.module.css'
import { type Notifications, notifications as sharedNotifications } from './notifications.ts'

const ICONS: Record<NotificationIcon, TablerIcon> = {
  alert: IconAlertCircle,
  check: IconCircleCheck,
  info: IconInfoCircle,
  lock: IconLock,
  offline: IconCloudOff,
  refresh: IconRefresh,
  trash: IconTrash,
}

/** Mount once. Over the page, usable while a sheet is open. Errors interrupt screen readers. */
export function NotificationHost({ notifications = sharedNotifications }: { notifications?: Notifications }) {
  const shown = useStore({ ...notifications, get: notifications.current })
  const style: Record<`--${string}`, string> = { '--foot': `${useStore(footHeight)}px` }
  const card = shown && <NotificationCard key={shown.id} shown={shown} notifications={notifications} />
  const isError = shown?.statusColor === 'error'
  return createPortal(
    <div className={styles.host} style={style} data-screen-only>
      {/* Both regions are always there: a region that appears together with its text is not read out. */}
      <div role="status">{isError ? null : card}</div>
      <div role="alert">{isError ? card : null}</div>
      <Announcer />
    </div>,
    document.body,
  )
}

type CardProps = { shown: ShownNotification; notifications: Notifications }

/** Pointer and focus hold the countdown, so that a message in use does not vanish. Closing returns the focus. */
function NotificationCard({ shown, notifications }: CardProps) {
  const { pause, resume } = notifications
  const { restoreButton, actionButton } = shown
  const Icon = ICONS[shown.icon]
  const wordsId = useId()
  const before = useRef<FocusPlace>([])
  const givesFocusBack = useCallback((card: HTMLDivElement) => {
    return () => {
      // It is removed after this event.
      if (card.contains(document.activeElement)) queueMicrotask(() => returnFocus(before.current))
    }
  }, [])
  const button = (label: string, onClick: () => unknown, keys?: string) => (
    <Button
      variant="subtle"
      className={styles.button}
      aria-describedby={wordsId}
      aria-keyshortcuts={keys}
      onClick={onClick}
    >
      {label}
    </Button>
  )
  return (
    <Notification
      ref={givesFocusBack}
      // The region around it is what screen readers announce.
      role="group"
      icon={<Icon size={20} stroke={1.75} aria-hidden="true" />}
      withCloseButton={false}
      classNames={{ root: styles.card, icon: styles.icon, body: styles.body, description: styles.content }}
      data-color={shown.statusColor}
      onPointerEnter={pause}
      onPointerLeave={resume}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) before.current = focusPlace(relatedTarget)
        pause()
      }}
      onBlur={resume}
    >
      <p className={styles.words} id={wordsId}>
        {shown.message}
      </p>
      {restoreButton ? button(restoreButton.label, notifications.restore, 'Control+Z') : null}
      {actionButton ? button(actionButton.label, notifications.act) : null}
      <IconButton
        label="Dismiss message"
        icon={<IconX size={18} aria-hidden="true" />}
        onClick={() => notifications.close(shown.id)}
      />
      {shown.timeoutLength === PERSISTENT ? null : <TimeLeft notifications={notifications} />}
    </Notification>
  )
}

function TimeLeft({ notifications }: { notifications: Notifications }) {
  return (
    <Progress.Root
      className={styles.progress}
      size="3px"
      radius={0}
      transitionDuration={0}
      aria-hidden="true"
    >
      <Progress.Section
        withAria={false}
        value={useStore(notifications.timeLeft)}
        color="rgb(255 255 255 / 70%)"
      />
    </Progress.Root>
  )
}
