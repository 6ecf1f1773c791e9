import { IconStar } from '@tabler/icons-react'
import { IconButton } from '#src/ui/action/icon-button.tsx'

export type StarButtonProps = {
  name: string
  pressed: boolean
  onPress: () => void
  tabIndex?: number | undefined
  /** In px. */
  size?: number | undefined
}

export function StarButton({ name, pressed, onPress, tabIndex, size = 20 }: StarButtonProps) {
  return (
    <IconButton
      label={`Favourite: ${name}`}
      icon={
        <IconStar
          size={size}
          stroke={1.75}
          color={pressed ? 'var(--star)' : 'currentColor'}
          fill={pressed ? 'var(--star)' : 'none'}
          aria-hidden="true"
        />
      }
      aria-pressed={pressed}
      data-screen-only
      tabIndex={tabIndex}
      onClick={onPress}
    />
  )
}
