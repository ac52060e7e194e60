import { settings } from '#kit/request/connection.ts'
import type { ApplicationConfig, siteConfigurationOf } from '#shared/features/brands/rules.ts'

type SiteConfiguration = ReturnType<typeof siteConfigurationOf>

/** The school of this page: its application, names and theme by domain, and its configuration. */
export type Site = {
  appId: string
  trustedOrigins: readonly string[]
  site: SiteConfiguration
  config: ApplicationConfig & { version: number }
}

let loaded: Site | undefined

/** The school of this page; loaded before the first render. */
export function site(): Site {
  if (!loaded) throw new Error('The site configuration is not loaded')
  return loaded
}

/**
 * Reads the configuration the server embedded in the page, or requests it. Rejects with 'Failed to load the app
 * configuration'.
 */
export async function loadSite(): Promise<Site> {
  const written = document.getElementById('site')?.textContent
  try {
    loaded = written ? (JSON.parse(written) as Site) : { appId: '', trustedOrigins: [], ...(await askForSite()) }
  } catch (cause) {
    throw new Error('Failed to load the app configuration', { cause })
  }
  settings.appId = loaded.appId
  return loaded
}

/**
 * Replaces the page's configuration by the one for this kind of app. Without an answer, now or from the device, and for
 * an answer of another version, the page's stays.
 */
export async function loadSiteOfApp(): Promise<Site> {
  const own = await askForSite().catch(() => undefined)
  if (own) loaded = { ...site(), ...own }
  return site()
}

/** Hardly any page asks. */
const askForSite = () => import('./ask-for-site.ts').then(module => module.askForSite())
