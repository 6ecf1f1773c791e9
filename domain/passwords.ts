/** There is no composition rule, as NIST SP 800-63B advises: length and unusual words make a password hard to guess. */
export const PASSWORD_LENGTH_MIN = 10
export const PASSWORD_LENGTH_MAX = 200

/**
 * Why a password is refused. `common`: in a list of passwords that were stolen elsewhere; `personal`: mostly the person's own
 * name or address; `guessable`: few attempts find it, as repetitions, rows of keys and dates.
 */
export const PASSWORD_FAULTS = ['short', 'differs', 'unchanged', 'common', 'personal', 'guessable'] as const
export type PasswordFault = (typeof PASSWORD_FAULTS)[number]

export const PASSWORD_FAULT_TEXTS: Record<PasswordFault, string> = {
  short: `Use at least ${PASSWORD_LENGTH_MIN} characters.`,
  differs: 'The two passwords are not the same.',
  unchanged: 'This is the password you have now. Choose a new one.',
  common: 'This password is on lists of stolen passwords. Choose another.',
  personal: 'This password has too much of your name or e-mail address in it. Choose another.',
  guessable: 'This password is easy to guess. Add a few unrelated words.',
}

/** What a page can tell before the server is asked, which alone knows the lists. */
export const typedPasswordFault = (password: string, confirmation: string): PasswordFault | undefined => {
  if ([...password].length < PASSWORD_LENGTH_MIN) return 'short'
  return password === confirmation ? undefined : 'differs'
}
