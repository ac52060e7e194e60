/** The typefaces of headings that come with Kurso, as CSS names them, with their fallbacks and their weight; each has Latin and Cyrillic. */
export const typefaces = {
  nunito: { family: '"Nunito", "Nunito Fallback"', weight: 800, spacing: '-0.012em' },
  prata: { family: '"Prata", "Prata Fallback"', weight: 400, spacing: '0' },
} as const

export type Typeface = keyof typeof typefaces
