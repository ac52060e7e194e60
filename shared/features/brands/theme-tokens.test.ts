import { expect, test } from 'vitest'
import { themeTokens } from './theme-tokens.ts'

test('a brand’s look is its CSS properties: lengths in pixels, percents as shares [BRD-09]', () => {
  const theme = {
    accent: '#aa0000',
    accentDark: '#ff8888',
    joy: '#00aa00',
    hue: 210,
    tint: 50,
    radius: 12,
    buttonRadius: 0,
    depth: 100,
    space: 90,
    font: 'Arial',
    display: 'prata',
  } as const
  expect(themeTokens(theme)).toEqual({
    '--brand-accent': '#aa0000',
    '--brand-accent-dark': '#ff8888',
    '--brand-joy': '#00aa00',
    '--brand-hue': '210',
    '--brand-tint': '0.5',
    '--brand-radius': '12px',
    '--brand-button-radius': '0px',
    '--brand-depth': '1',
    '--brand-space': '0.9',
    '--brand-font': 'Arial',
    '--brand-display': '"Prata", "Prata Fallback"',
    '--brand-display-weight': '400',
    '--brand-display-spacing': '0',
  })
})

test('what a brand leaves open is left to the house', () => {
  expect(themeTokens({})).toEqual({})
  const open = { radius: undefined, depth: undefined, display: undefined, joy: undefined }
  expect(themeTokens({ accent: '#aa0000', ...open })).toEqual({ '--brand-accent': '#aa0000' })
})
