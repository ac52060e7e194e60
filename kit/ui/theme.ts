/** The values a brand sets: colours as #rrggbb, `hue` of the surfaces in degrees, `radius` in px. */
export interface ThemeSeed {
  accent: string
  accentDark?: string
  hue?: number
  radius?: number
  font?: string
}
export type ColourScheme = 'system' | 'light' | 'dark'

const schemeKey = 'colour-scheme'

/** A brand's custom properties; tokens.css derives all others. */
export function brandTokens(seed: ThemeSeed): Record<string, string | undefined> {
  return {
    '--brand-accent': seed.accent,
    '--brand-accent-dark': seed.accentDark,
    '--brand-hue': seed.hue?.toString(),
    '--brand-radius': seed.radius === undefined ? undefined : `${seed.radius}px`,
    '--brand-font': seed.font,
  }
}

/** Applies a brand's theme at once; values the brand does not set return to the default. */
export function applyBrandTheme(seed: ThemeSeed): void {
  const { style } = document.documentElement
  for (const [name, value] of Object.entries(brandTokens(seed))) {
    if (value) style.setProperty(name, value)
    else style.removeProperty(name)
  }
}

/** The scheme chosen on this device; 'system' by default. */
export function chosenScheme(): ColourScheme {
  try {
    const kept = localStorage.getItem(schemeKey)
    return kept === 'light' || kept === 'dark' ? kept : 'system'
  } catch {
    return 'system'
  }
}

/** Applies light, dark or the system's scheme and stores the choice on this device. */
export function chooseScheme(scheme: ColourScheme): void {
  showScheme(scheme)
  try {
    localStorage.setItem(schemeKey, scheme)
  } catch {
    // Without storage the choice lasts until the page closes.
  }
}

/** Applies a scheme without storing it: at the start, with `chosenScheme()`. */
export function showScheme(scheme: ColourScheme): void {
  if (scheme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = scheme
}
