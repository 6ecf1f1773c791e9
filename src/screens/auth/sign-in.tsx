import { useMounted } from '@mantine/hooks'
import { useCompanyName } from '#src/features/company/company-context.tsx'
import { InstallButton } from '#src/features/install/install-context.tsx'
import { NewHere } from '#src/features/session/new-here.tsx'
import { SessionEndedNote } from '#src/features/session/session-ended-note.tsx'
import { SignInForm } from '#src/features/session/sign-in-form.tsx'
import band from '#src/ui/layout/bar-band.module.css'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { ProductPicture } from '#src/ui/list/product-picture.tsx'
import styles from './sign-in.module.css'

const MARKS = ['tomato', 'salmon', 'bread', 'leaf', 'eggs', 'cheese']

/** The guard redirects signed-in users. */
export function Screen() {
  // The drawings come after the words, which a visitor waits for; their room is reserved.
  const marks = useMounted() ? MARKS : []
  return (
    <div className={styles.page}>
      <div className={`${band.band} ${styles.goods}`} aria-hidden="true">
        {marks.map((mark) => (
          <ProductPicture key={mark} mark={mark} />
        ))}
      </div>
      <PageHeader title={`Sign in to ${useCompanyName()}`} />
      <div className={styles.form}>
        <SessionEndedNote />
        <SignInForm />
        <NewHere />
        <InstallButton />
      </div>
    </div>
  )
}
