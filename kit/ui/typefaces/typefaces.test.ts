import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { typefaces } from '#shared/features/brands/typefaces.ts'

const source = readFileSync(new URL('typefaces.css', import.meta.url), 'utf8')
const faces = [...source.matchAll(/@font-face \{([^}]+)\}/g)].map(([, face = '']) => face)
const of = (family: string) => faces.filter(face => face.includes(`font-family: "${family}"`))

test.each(Object.values(typefaces))(
  '$family comes in Latin and Cyrillic, at most 30 kB each, over a fallback of its measures [BRD-09]',
  ({ family }) => {
    const [own = '', fallback = ''] = family.replaceAll('"', '').split(', ')
    expect(of(own)).toHaveLength(2)
    for (const face of of(own)) {
      const file = /url\("([^"]+)"\)/.exec(face)?.[1] ?? ''
      expect(readFileSync(new URL(file, import.meta.url)).length).toBeLessThanOrEqual(30_000)
      expect(face).toContain('font-display: swap')
    }
    expect(of(fallback)).toHaveLength(1)
    for (const measure of ['size-adjust', 'ascent-override', 'descent-override', 'line-gap-override'])
      expect(of(fallback)[0]).toContain(measure)
    const licence = readFileSync(new URL(`${own.toLowerCase()}-OFL.txt`, import.meta.url), 'utf8')
    expect(licence).toContain('SIL Open Font License, Version 1.1')
  },
)
