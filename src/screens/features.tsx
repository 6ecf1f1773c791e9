import { FEATURES, NEWS } from '#src/features/about/feature-list.ts'
import { InstallSteps } from '#src/features/about/install-steps.tsx'
import styles from '#src/features/about/text-page.module.css'
import { useCompanyName } from '#src/features/company/company-context.tsx'
import { InstallButton } from '#src/features/install/install-context.tsx'
import { PageHeader } from '#src/ui/layout/page-header.tsx'
import { Section } from '#src/ui/layout/section.tsx'

/** Open to visitors and signed-in users alike. */
export function Screen() {
  return (
    <div className={styles.page}>
      <PageHeader
        title="What you can do here"
        detail={`Order from ${useCompanyName()} on a phone or a computer, in the browser or as an installed app.`}
      />
      {FEATURES.map(({ title, points }) => (
        <Section key={title} title={title}>
          <ul>
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </Section>
      ))}
      <Section title="Install the app" action={<InstallButton />}>
        <p className={styles.item}>
          The app is this site, with an icon of its own. It opens at once, also without a connection, and
          updates itself.
        </p>
        <InstallSteps />
      </Section>
      <Section title="What is new">
        {NEWS.map(({ when, words }) => (
          <div key={words} className={styles.item}>
            <p className={styles.soft}>{when}</p>
            <p>{words}</p>
          </div>
        ))}
      </Section>
    </div>
  )
}
