import styles from './figures.module.css'

export type Figure = { label: string; value: string; detail?: string | undefined }

/** @param figures undefined while loading: their place is kept */
export function Figures({ figures }: { figures: readonly Figure[] | undefined }) {
  return (
    <dl className={styles.figures}>
      {figures?.map(({ label, value, detail }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <strong>{value}</strong>
            {detail === undefined ? null : <span className={styles.detail}>{detail}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
