export type ColourScheme = 'system' | 'light' | 'dark'

const schemeKey = 'colour-scheme'

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
