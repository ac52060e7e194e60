const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/YaBrowser\//, 'Yandex'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

const firstOf = (known: [RegExp, string][], text: string) => known.find(([form]) => form.test(text))?.[1]

/** A device in a few words, as 'Chrome, Android'; what it says of itself when it is of no known kind; undefined when it says nothing. */
export function deviceName(userAgent: string): string | undefined {
  const parts = [firstOf(browsers, userAgent), firstOf(systems, userAgent)].filter(Boolean)
  return parts.length ? parts.join(', ') : userAgent.slice(0, 60) || undefined
}
