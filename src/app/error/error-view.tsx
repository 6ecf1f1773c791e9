import { useEffect } from 'react'
import { Button } from '#src/ui/action/button.tsx'
import { useUserActionLocked } from '#src/ui/action/user-action-lock.ts'
import { Illustration } from '#src/ui/animation/illustration.tsx'
import styles from './error-view.module.css'

/** Exact texts of the specification, section 2. */
export const NOT_FOUND_CODE = 404
export const NOT_FOUND_TITLE = 'Page Not Found'
export const FATAL_MESSAGE = 'The page you are looking for does not exist.'
export const notFoundMessage = (path: string): string => `Page not found: ${path}`

const loadAnimation = () => import('#src/ui/animation/page-not-found.json').then((file) => file.default)

export type ErrorViewProps = {
  message: string
  onReturnHome: () => void
}

export function ErrorView({ message, onReturnHome }: ErrorViewProps) {
  // Do not leave an order while it is being sent.
  const locked = useUserActionLocked()
  useEffect(() => {
    document.title = `${NOT_FOUND_TITLE} · Trolly`
  }, [])
  return (
    <div className={styles.view}>
      <Illustration source={loadAnimation} />
      <p className={styles.code}>{NOT_FOUND_CODE}</p>
      <h1 tabIndex={-1}>{NOT_FOUND_TITLE}</h1>
      <p className={styles.message}>{message}</p>
      <div className={styles.action}>
        <Button kind="main" disabled={locked} loading={locked} onClick={onReturnHome}>
          Return Home
        </Button>
      </div>
    </div>
  )
}
