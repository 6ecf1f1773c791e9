import icons from './row-icon.module.css'
import styles from './star-button.module.css'

export type StarButtonProps = {
  name: string
  pressed: boolean
  onPress: () => void
  tabIndex?: number | undefined
}

/** A bare button: a list draws dozens. */
export function StarButton({ name, pressed, onPress, tabIndex }: StarButtonProps) {
  return (
    <button
      type="button"
      className={`${styles.star} ${icons.star}`}
      aria-label={`Favourite: ${name}`}
      data-screen-only
      aria-pressed={pressed}
      tabIndex={tabIndex}
      onClick={onPress}
    />
  )
}
