import type { Brand } from './schema.ts'
import { typefaces } from './typefaces.ts'

type Theme = Brand['site']['theme']

/** A brand's CSS custom properties; kit/ui/tokens.css derives all others. What the brand does not set is left out. */
export function themeTokens(theme: Partial<Theme>): Record<string, string> {
  const px = (value: number | null | undefined) => (value === undefined || value === null ? undefined : `${value}px`)
  const share = (value: number | null | undefined) => (value === undefined || value === null ? undefined : value / 100)
  const display = theme.display ? typefaces[theme.display] : undefined
  const tokens = {
    '--brand-accent': theme.accent,
    '--brand-accent-dark': theme.accentDark,
    '--brand-joy': theme.joy,
    '--brand-hue': theme.hue,
    '--brand-tint': share(theme.tint),
    '--brand-radius': px(theme.radius),
    '--brand-button-radius': px(theme.buttonRadius),
    '--brand-depth': share(theme.depth),
    '--brand-space': share(theme.space),
    '--brand-font': theme.font,
    '--brand-display': display?.family,
    '--brand-display-weight': display?.weight,
    '--brand-display-spacing': display?.spacing,
  }
  return Object.fromEntries(
    Object.entries(tokens).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, String(value)]],
    ),
  )
}
