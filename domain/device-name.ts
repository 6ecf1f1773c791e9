/** The first that fits; many browsers name others as well. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdgi?A?(?:OS)?\//, 'Edge'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** Such as `Safari on iPhone`, so that people recognise their own devices. @param userAgent as the browser sends it */
export const deviceName = (userAgent: string): string => {
  const found = [BROWSERS, SYSTEMS].map((table) => table.find(([pattern]) => pattern.test(userAgent))?.[1])
  return found.filter((name) => name !== undefined).join(' on ') || 'Unknown device'
}
