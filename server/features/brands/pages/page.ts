import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeHtml, escapeJson, type Html } from '#server/platform/http/html.ts'
import { appPictureUrl } from '../install/app-icons.ts'
import { manifestUrl } from '../install/install-manifest.ts'
import { applicationConfigOf, brandAssetUrl, siteConfigurationOf } from '#shared/features/brands/rules.ts'
import type { Brand, BrandLanguage } from '#shared/features/brands/schema.ts'
import { themeTokens } from '#shared/features/brands/theme-tokens.ts'
import type { FirstFiles } from '#shared/platform/first-files.ts'

/** Vite's manifest: for each source, its hashed file. */
export type Manifest = Record<string, { file: string }>

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

/** The files that the build wrote down, none from sources. */
export async function readFirstFiles(built: string): Promise<FirstFiles> {
  return JSON.parse(await readFile(join(built, '.vite/first-files.json'), 'utf8')) as FirstFiles
}

type Screen = FirstFiles['screens'][number]

/** The screen that a visit to `path` begins with: a guest's leads on to home, one behind the sign-in asks a guest to sign in. */
export function firstScreenOf({ screens }: FirstFiles, path: string, visit: FirstVisit): Screen | undefined {
  const at = (address: string) => screens.find(one => new RegExp(one.address).test(address))
  const asked = at(path)
  if (asked?.access === 'guest' && visit.isSignedIn) return at(visit.brand.config.homePage)
  return asked?.access === 'auth' && !visit.isSignedIn ? at('/') : asked
}

type FirstVisit = { brand: Brand; isSignedIn: boolean }

/**
 * The page of one brand in one language: title, icon, theme, configuration, the first screen's texts, and early links to its
 * files, so that none waits for another to ask for it. What is linked as `kept` is for the service worker alone.
 */
export function pageOf(
  template: string,
  first: FirstFiles,
  { isSignedIn, screen, ...visit }: Visit & { isSignedIn: boolean; screen: Screen | undefined },
): string {
  const isBehind = isSignedIn && screen?.access !== 'any'
  const copy = first.copy[visit.language] ?? {}
  const parts = new Set(['first', ...(isBehind ? ['home'] : []), screen?.copy ?? 'first'])
  const texts = Object.fromEntries([...parts].map(part => [part, copy[part]?.messages]))
  const files = new Set([...first.always, ...(isBehind ? first.signedIn : []), ...(screen?.files ?? [])])
  const links = [
    ...installLinks(visit),
    ...linksTo('/v/', [...files]),
    ...['first', 'home'].flatMap(part => (copy[part] ? `<link rel="kept" href="/v/${copy[part].file}">` : [])),
    `<script type="application/json" id="copy">${escapeJson(texts)}</script>`,
  ]
  return dressed(template, visit, visit.brand.site.title[visit.language], links)
}

/** With what a device installs the app. */
const installLinks = ({ brand, language }: Visit) => [
  `<link rel="manifest" href="${manifestUrl(language)}">`,
  `<link rel="apple-touch-icon" href="${appPictureUrl(brand, 'touch-180.png')}">`,
  `<meta name="apple-mobile-web-app-title" content="${escapeHtml(brand.site.name)}">`,
]

/** The studio's page of one brand in one language. */
export function studioPageOf(template: string, manifest: Manifest, visit: Visit): string {
  const copy = manifest[`../virtual:copy/studio/${visit.language}`]?.file
  return dressed(template, visit, visit.brand.site.name, linksTo('/admin/v/', copy ? [copy] : []))
}

/** A page of the server’s own: its title in full, what stands in its head, and what is drawn before the app comes. */
export type ServedPage = {
  title: string
  head: Html
  body: Html
  /** Its address says its language, so that the app takes it and no other. */
  hasOwnLanguage: boolean
}

/** A page that is complete without the app, which comes after it: nothing of it is asked for ahead. */
export function servedPageOf(
  { template, tokens }: { template: string; tokens: string },
  visit: Visit,
  { title, head, body, hasOwnLanguage }: ServedPage,
): string {
  const page = dressed(template, visit, title, [`<style>${tokens}</style>`, head.text])
  return page
    .replace(/<noscript>.*?<\/noscript>\s*/, '')
    .replace('<html ', hasOwnLanguage ? '<html data-own-language ' : '<html ')
    .replace('<script type="module" ', '<script type="module" fetchpriority="low" ')
    .replace('<div id="app"></div>', () => `<div id="app">${body.text}</div>`)
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

function linksTo(base: string, files: readonly string[]): string[] {
  const isStyle = (file: string) => file.endsWith('.css')
  return [
    ...files.filter(isStyle).map(file => `<link rel="stylesheet" crossorigin href="${base}${file}">`),
    ...files.filter(file => !isStyle(file)).map(file => `<link rel="modulepreload" crossorigin href="${base}${file}">`),
  ]
}

/** The brand's design tokens; kit/ui/tokens.css derives every colour from them. */
function themeCss({ site: { theme } }: Brand): string {
  return `:root{${Object.entries(themeTokens(theme))
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`
}
