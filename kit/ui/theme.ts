/** The few values a brand gives: colours as #rrggbb, `hue` of the surfaces in degrees, `radius` in px. */
export interface ThemeSeed {
  accent: string
  accentDark?: string
  hue?: number
  radius?: number
  font?: string
}
export type ColourScheme = 'system' | 'light' | 'dark'

const schemeKey = 'colour-scheme'

/** The custom properties of a brand; every other token follows from them in tokens.css. */
export function brandTokens(seed: ThemeSeed): Record<string, string | undefined> {
  return {
    '--brand-accent': seed.accent,
    '--brand-accent-dark': seed.accentDark,
    '--brand-hue': seed.hue?.toString(),
    '--brand-radius': seed.radius === undefined ? undefined : `${seed.radius}px`,
    '--brand-font': seed.font,
  }
}

/** Restyles the page for a brand at once; a value the brand does not give returns to the default. */
export function applyBrandTheme(seed: ThemeSeed): void {
  const { style } = document.documentElement
  for (const [name, value] of Object.entries(brandTokens(seed))) {
    if (value) style.setProperty(name, value)
    else style.removeProperty(name)
  }
}

/** The scheme the learner chose on this device; 'system' where none is kept. */
export function chosenScheme(): ColourScheme {
  try {
    const kept = localStorage.getItem(schemeKey)
    return kept === 'light' || kept === 'dark' ? kept : 'system'
  } catch {
    return 'system'
  }
}

/** Shows the page light, dark or as the system says, and keeps the choice on this device. */
export function chooseScheme(scheme: ColourScheme): void {
  showScheme(scheme)
  try {
    localStorage.setItem(schemeKey, scheme)
  } catch {
    // A browser that forbids storage shows the choice until the page closes.
  }
}

/** Shows a scheme without keeping it: at start, with `chosenScheme()`. */
export function showScheme(scheme: ColourScheme): void {
  if (scheme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = scheme
}
