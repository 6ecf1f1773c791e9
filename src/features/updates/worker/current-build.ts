/** Set by the build; 'development' under the development server. */
export const currentBuildId = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? 'development'
