import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pictureType } from '../brand-picture.ts'
import { applicationConfigOf, brandAssetUrl, siteConfigurationOf } from '#shared/features/brands/rules.ts'
import type { Brand, BrandLanguage } from '#shared/features/brands/schema.ts'

/** Vite's manifest: for each source, the hashed file and its imports. */
export type Manifest = Record<string, { file: string; name?: string; imports?: string[]; css?: string[] }>

export async function readManifest(built: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(built, '.vite/manifest.json'), 'utf8')) as Manifest
}

/** Data embedded in the page, so that the app need not request it. */
function siteDataOf({ brand, language, pushPublicKey = null }: Visit) {
  return {
    appId: brand.id,
    trustedOrigins: brand.site.trustedOrigins,
    site: siteConfigurationOf(brand, { language, pushPublicKey }),
    config: applicationConfigOf(brand, { language }),
  }
}

type Visit = { brand: Brand; language: BrandLanguage; pushPublicKey?: string | null }

/** The page of one brand in one language: title, icon, theme, configuration, and early links to what the first screen needs. */
export function pageOf(
  template: string,
  manifest: Manifest,
  { isSignedIn, ...visit }: Visit & { isSignedIn: boolean },
): string {
  const copy = `../virtual:copy/web/${visit.language}`
  // The chunks vite.config.ts groups under these names have no source file of their own.
  const grouped = (name: string) => Object.keys(manifest).filter(source => manifest[source]?.name === name)
  const first = isSignedIn ? ['app/SignedInApp.tsx', `${copy}/home`] : grouped('sign-in')
  const links = [
    '<link rel="manifest" href="/manifest.webmanifest">',
    ...linksTo(manifest, '/v/', [...grouped('drawing'), copy, ...first]),
  ]
  return dressed(template, visit, visit.brand.site.title[visit.language], links)
}

/** The studio's page of one brand in one language. */
export function studioPageOf(template: string, manifest: Manifest, visit: Visit): string {
  const copy = `../virtual:copy/studio/${visit.language}`
  return dressed(template, visit, visit.brand.site.name, linksTo(manifest, '/admin/v/', [copy]))
}

function dressed(template: string, visit: Visit, title: string, links: readonly string[]): string {
  const { brand, language } = visit
  const head = [
    `<title>${escapeHtml(title)}</title>`,
    `<link rel="icon" href="${brandAssetUrl(brand.site.favicon)}">`,
    `<meta name="theme-color" content="${brand.site.theme.accent}">`,
    `<style>${themeCss(brand)}</style>`,
    ...links,
    `<script type="application/json" id="site">${escapeJson(siteDataOf(visit))}</script>`,
  ]
  return template.replace('%LANG%', language).replace('<!--kurso:head-->', () => head.join('\n    '))
}

function linksTo(manifest: Manifest, base: string, sources: readonly string[]): string[] {
  const { scripts, styles } = filesOf(manifest, sources)
  return [
    ...styles.map(file => `<link rel="stylesheet" crossorigin href="${base}${file}">`),
    ...scripts.map(file => `<link rel="modulepreload" crossorigin href="${base}${file}">`),
  ]
}

/** The files that sources and their imports are built into, without those the page's entry loads anyway. */
function filesOf(manifest: Manifest, sources: readonly string[]): { scripts: string[]; styles: string[] } {
  const withImports = (source: string): string[] => [source, ...(manifest[source]?.imports ?? []).flatMap(withImports)]
  const known = new Set(withImports('index.html'))
  const wanted = [...new Set(sources.flatMap(withImports))].filter(source => !known.has(source))
  return {
    scripts: wanted.flatMap(source => manifest[source]?.file ?? []),
    styles: [...new Set(wanted.flatMap(source => manifest[source]?.css ?? []))],
  }
}

/** The web app manifest, with which a phone installs the app under the brand's name. */
export function installManifestOf({ site, config }: Brand, language: BrandLanguage) {
  return {
    id: '/',
    name: site.title[language],
    short_name: site.name,
    lang: language,
    start_url: config.homePage,
    scope: '/',
    display: 'standalone',
    theme_color: site.theme.accent,
    background_color: site.theme.accent,
    icons: [{ src: brandAssetUrl(site.favicon), sizes: 'any', type: pictureType(site.favicon), purpose: 'any' }],
  }
}

/** The brand's design tokens; kit/ui/tokens.css derives every colour from them. */
function themeCss({ site: { theme } }: Brand): string {
  const tokens = {
    '--brand-accent': theme.accent,
    '--brand-accent-dark': theme.accentDark,
    '--brand-hue': theme.hue,
    '--brand-radius': `${theme.radius}px`,
    '--brand-font': theme.font,
  }
  const given = Object.entries(tokens).filter(([, value]) => value !== undefined && value !== null)
  return `:root{${given.map(([name, value]) => `${name}:${String(value)}`).join(';')}}`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** JSON that cannot close its script element. */
function escapeJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
