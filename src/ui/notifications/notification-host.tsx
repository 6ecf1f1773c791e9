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
import { useCallback, useId, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '#src/ui/action/icon-button.tsx'
import { useHeightAs } from '#src/ui/layout/use-height-as.ts'
import { Announcer } from '#src/ui/status/announcer.tsx'
import { type FocusPlace, focusPlace, returnFocus } from '#src/ui/surface/kept-focus.ts'
import styles from './notification-host.module.css'
import { type Notifications, PERSISTENT, notifications as sharedNotifications } from './notifications.ts'
import type { NotificationIcon, ShownNotification } from './shown-notification.ts'
import { usePushedPage } from './use-pushed-page.ts'

const ICONS: Record<NotificationIcon, TablerIcon> = {
  alert: IconAlertCircle,
  check: IconCircleCheck,
  info: IconInfoCircle,
  lock: IconLock,
  offline: IconCloudOff,
  refresh: IconRefresh,
  trash: IconTrash,
}

/**
 * Mount once, in a strip (`--message-height`) beside the page, usable while a sheet is open. Errors interrupt screen
 * readers.
 */
export function NotificationHost({ notifications = sharedNotifications }: { notifications?: Notifications }) {
  const shown = useSyncExternalStore(notifications.subscribe, notifications.current, () => undefined)
  const isError = shown?.statusColor === 'error'
  const room = useRef<HTMLDivElement>(null)
  useHeightAs('--message-height', room)
  usePushedPage(room, shown?.id)
  return createPortal(
    <div ref={room} className={styles.host} data-shown={shown !== undefined || undefined}>
      {/* Both regions are always there: a region that appears together with its text is not read out. */}
      <div role="status">
        {shown && !isError ? <NotificationCard shown={shown} notifications={notifications} /> : null}
      </div>
      <div role="alert">
        {shown && isError ? <NotificationCard shown={shown} notifications={notifications} /> : null}
      </div>
      <Announcer />
    </div>,
    document.body,
  )
}

function NotificationCard({
  shown,
  notifications,
}: {
  shown: ShownNotification
  notifications: Notifications
}) {
  const Icon = ICONS[shown.icon]
  const wordsId = useId()
  const holdWhileUsed = useCallback(
    (card: HTMLDivElement) => holdCountDown(card, notifications),
    [notifications],
  )
  return (
    <Notification
      key={shown.id}
      ref={holdWhileUsed}
      // The region around it is what screen readers announce.
      role="group"
      icon={<Icon size={20} stroke={1.75} aria-hidden="true" />}
      withCloseButton={false}
      classNames={{ root: styles.card, icon: styles.icon, body: styles.body, description: styles.content }}
      data-color={shown.statusColor}
    >
      <p className={styles.words} id={wordsId}>
        {shown.message}
      </p>
      {shown.restoreButton ? (
        <Button
          variant="subtle"
          className={styles.button}
          aria-describedby={wordsId}
          aria-keyshortcuts="Control+Z"
          onClick={notifications.restore}
        >
          {shown.restoreButton.label}
        </Button>
      ) : null}
      {shown.actionButton ? (
        <Button
          variant="subtle"
          className={styles.button}
          aria-describedby={wordsId}
          onClick={notifications.act}
        >
          {shown.actionButton.label}
        </Button>
      ) : null}
      <IconButton
        label="Dismiss message"
        icon={<IconX size={18} aria-hidden="true" />}
        onClick={() => notifications.close(shown.id)}
      />
      {shown.timeoutLength === PERSISTENT ? null : (
        <Progress.Root className={styles.progress} size="3px" radius={0} aria-hidden="true">
          <Progress.Section withAria={false} value={shown.progress} color="rgb(255 255 255 / 70%)" />
        </Progress.Root>
      )}
    </Notification>
  )
}

/** Pointer and focus hold the countdown, so that a message in use does not vanish. Closing returns the focus. */
function holdCountDown(card: HTMLDivElement, { pause, resume }: Notifications): () => void {
  let before: FocusPlace = []
  const cameFrom = ({ relatedTarget }: FocusEvent) => {
    if (!(relatedTarget instanceof Node && card.contains(relatedTarget))) before = focusPlace(relatedTarget)
  }
  card.addEventListener('focusin', cameFrom)
  const handlers = [
    ['pointerenter', pause],
    ['pointerleave', resume],
    ['focusin', pause],
    ['focusout', resume],
  ] as const
  for (const [event, handler] of handlers) card.addEventListener(event, handler)
  return () => {
    for (const [event, handler] of handlers) card.removeEventListener(event, handler)
    card.removeEventListener('focusin', cameFrom)
    // It is removed after this event.
    if (card.contains(document.activeElement)) queueMicrotask(() => returnFocus(before))
  }
}
