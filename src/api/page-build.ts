/** The build of this page, as its HTML names it. */
export const pageBuild = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? 'development'
