/** Safari alone has the property, and it is true in an app on the home screen. */
export const isInstalledOnApple = (navigator: object): boolean =>
  'standalone' in navigator && navigator.standalone === true
