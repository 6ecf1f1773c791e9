/** The id of the running build, which the build writes into the page; 'development' under the development server. */
export const currentBuildId = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? 'development'
