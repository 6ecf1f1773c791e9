import { Link } from 'react-router-dom'
import styles from './figures.module.css'

export type Figure = {
  label: string
  value: string
  detail?: string | undefined
  tone?: 'red' | undefined
  /** Narrows the list to what the figure counts, or widens it again. */
  filter?: { pressed: boolean; onPress: () => void } | undefined
  /** Leads to the list of what it counts. */
  to?: string | undefined
}

/** @param figures undefined while loading: their place is kept */
export function Figures({ figures }: { figures: readonly Figure[] | undefined }) {
  return (
    <dl
      className={styles.figures}
      data-pressable={figures?.some(({ filter, to }) => filter ?? to) || undefined}
    >
      {figures?.map(({ label, value, detail, tone, filter, to }) => (
        <div key={label} data-tone={tone} data-pressed={filter?.pressed || undefined}>
          <dt>{label}</dt>
          <dd>
            {filter ? (
              <button
                type="button"
                className={styles.press}
                aria-label={`${label}: ${value}`}
                aria-pressed={filter.pressed}
                onClick={filter.onPress}
              >
                <strong>{value}</strong>
              </button>
            ) : to === undefined ? (
              <strong>{value}</strong>
            ) : (
              <Link className={styles.press} to={to} aria-label={`${label}: ${value}`}>
                <strong>{value}</strong>
              </Link>
            )}
            {detail === undefined ? null : <span className={styles.detail}>{detail}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
