import { INSTALLING } from './feature-list.ts'
import styles from './text-page.module.css'

/** How each browser installs the app. */
export function InstallSteps() {
  return INSTALLING.map(({ browser, steps }) => (
    <div key={browser} className={styles.item}>
      <h3>{browser}</h3>
      <p>{steps}</p>
    </div>
  ))
}
