import { useShellPorts } from '#src/app/shell-ports.ts'
import styles from './footer.module.css'

export function Footer() {
  const { company, InstallButton } = useShellPorts()
  return (
    <footer className={styles.footer}>
      <span>{company.name}</span>
      {InstallButton ? <InstallButton /> : null}
    </footer>
  )
}
