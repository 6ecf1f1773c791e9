import { IconStar } from '@tabler/icons-react'
import { IconButton } from '#src/ui/action/icon-button.tsx'

export type StarButtonProps = {
  name: string
  pressed: boolean
  onPress: () => void
  tabIndex?: number | undefined
}

export function StarButton({ name, pressed, onPress, tabIndex }: StarButtonProps) {
  return (
    <IconButton
      label={`Favourite: ${name}`}
      icon={
        <IconStar
          size={20}
          stroke={1.75}
          color={pressed ? 'var(--amber)' : 'currentColor'}
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
