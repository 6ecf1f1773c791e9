import { createTheme, type VariantColorsResolver } from '@mantine/core'
// Needed for the first paint; later parts bring their own.
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Alert.layer.css'
import '@mantine/core/styles/Progress.layer.css'
import '@mantine/core/styles/Notification.layer.css'
import '@mantine/core/styles/Skeleton.layer.css'
import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/Stack.layer.css'
import '@mantine/core/styles/Text.layer.css'
import styles from './mantine-theme.module.css'

/**
 * filled: the one main action of a page; tint: the second; default: quiet; subtle: text; danger: deletes, as text. light: states, in
 * the tone's colours.
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
  tint: {
    background: 'var(--primary-fill)',
    hover: 'color-mix(in srgb, var(--primary-ink) 9%, var(--primary-fill))',
    color: 'var(--primary-ink)',
    border: '1px solid transparent',
  },
  default: {
    background: 'var(--fill)',
    hover: 'var(--fill-strong)',
    color: 'var(--ink)',
    border: '1px solid transparent',
  },
  // Works on any background, such as a company's bar.
  subtle: {
    background: 'transparent',
    hover: 'color-mix(in srgb, currentcolor 9%, transparent)',
    color: 'currentcolor',
    border: '1px solid transparent',
  },
  danger: {
    background: 'transparent',
    hover: 'var(--red-fill)',
    color: 'var(--red)',
    border: '1px solid transparent',
  },
}

/** Components are named, not imported: the theme is in the first chunk, most components are not. */
export const mantineTheme = createTheme({
  fontFamily: 'var(--face)',
  defaultRadius: 'default',
  respectReducedMotion: true,
  cursorType: 'pointer',
  activeClassName: '',
  variantColorResolver,
  components: {
    Button: {
      defaultProps: { variant: 'default' },
      classNames: { root: styles.button, label: styles.label, section: styles.section },
    },
    Skeleton: { classNames: { root: styles.skeleton } },
    Progress: { defaultProps: { size: '8px', radius: 'xl' }, classNames: { root: styles.progress } },
    Input: {
      // Not a Mantine variant: styled in the style sheet.
      defaultProps: { variant: 'field' },
      classNames: { wrapper: styles.inputWrapper, input: styles.input },
      vars: () => ({ wrapper: { '--input-height': 'var(--control)' } }),
    },
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'description', 'error', 'input'] },
      classNames: {
        root: styles.field,
        label: styles.fieldLabel,
        description: styles.hint,
        error: styles.error,
      },
    },
    Switch: {
      defaultProps: { labelPosition: 'left', size: 'md' },
      classNames: {
        body: styles.setting,
        label: styles.settingLabel,
        description: styles.hint,
        track: styles.track,
        thumb: styles.thumb,
      },
    },
    Checkbox: {
      defaultProps: { size: 'md', radius: 'var(--radius-small)', iconColor: 'var(--on-primary)' },
      classNames: {
        body: styles.check,
        label: styles.settingLabel,
        description: styles.hint,
        error: styles.error,
        input: styles.checkbox,
      },
    },
    SegmentedControl: {
      classNames: { root: styles.segments, label: styles.segment, indicator: styles.chosen },
    },
    PasswordInput: { classNames: { innerInput: styles.password, visibilityToggle: styles.toggle } },
    ActionIcon: { defaultProps: { variant: 'subtle' }, classNames: { root: styles.actionIcon } },
  },
})
