import type { Language } from '#kit/copy/language.ts'

export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** All time zones by name, and those `asWell` that the browser knows under another name. */
export function namesOfZones(asWell: readonly string[]): string[] {
  const known = Intl.supportedValuesOf('timeZone')
  return [...new Set([...known, 'UTC', ...asWell])].sort((one, other) => one.localeCompare(other, 'en'))
}

/** A zone as people choose it: 'Europe/Madrid, UTC+1'; how far it is now, by the language's own words. */
export function zoneLabel(zone: string, language: Language): string {
  const name = zone.replaceAll('_', ' ')
  try {
    const parts = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts()
    return `${name}, ${parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''}`
  } catch {
    return name
  }
}
