import { createTheme, type VariantColorsResolver } from '@mantine/core'
import { BREAKPOINTS } from './breakpoints.ts'
import styles from './mantine-theme.module.css'

const em = (px: number) => `${px / 16}em`

/**
 * Colours of a component by its variant: filled is the one main action, default any other, subtle a quiet one, outline one
 * that deletes; light is for what says how things are, in the tone's own colours (`color="amber"`).
 */
const variantColorResolver: VariantColorsResolver = ({ variant, color }) =>
  VARIANTS[variant] ?? {
    background: `var(--${color}-fill)`,
    hover: `var(--${color}-fill)`,
    color: `var(--${color})`,
    border: '1px solid transparent',
  }

const VARIANTS: Record<string, ReturnType<VariantColorsResolver>> = {
  filled: {
    background: 'var(--primary)',
    hover: 'var(--primary-hover)',
    color: 'var(--on-primary)',
    border: '1px solid var(--primary-edge)',
  },
  default: {
    background: 'var(--surface)',
    hover: 'var(--fill)',
    color: 'var(--ink)',
    border: '1px solid var(--line-strong)',
  },
  // On any ground, a company's bar and footer too.
  subtle: {
    background: 'transparent',
    hover: 'color-mix(in srgb, currentcolor 9%, transparent)',
    color: 'currentcolor',
    border: '1px solid transparent',
  },
  outline: {
    background: 'var(--surface)',
    hover: 'var(--red-fill)',
    color: 'var(--red)',
    border: '1px solid var(--red-edge)',
  },
}

/**
 * Mantine's side of the look. Values are in tokens.css. Components are named and not imported (`Component.extend`): the theme is
 * in the first chunk of every page, and most of them are not.
 */
export const mantineTheme = createTheme({
  fontFamily: 'var(--face)',
  primaryColor: 'blue',
  defaultRadius: 'default',
  respectReducedMotion: true,
  cursorType: 'pointer',
  activeClassName: '',
  variantColorResolver,
  breakpoints: {
    xs: em(BREAKPOINTS.tablet),
    sm: em(BREAKPOINTS.wide),
    md: em(BREAKPOINTS.desk),
    lg: em(BREAKPOINTS.largeDesk),
    xl: em(BREAKPOINTS.wall),
  },
  components: {
    Button: {
      defaultProps: { variant: 'default' },
      classNames: { root: styles.button, label: styles.label, section: styles.section },
    },
    ActionIcon: { defaultProps: { variant: 'subtle' }, classNames: { root: styles.actionIcon } },
  },
})
