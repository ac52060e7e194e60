import { request } from '#kit/request/request.ts'
import { configVersion } from '#shared/features/brands/config-version.ts'
import type { Site } from './site.ts'

/**
 * The school's configuration for this kind of app, from the server or, without an answer, from the device. Rejects one
 * of another version.
 */
export async function askForSite(): Promise<Pick<Site, 'site' | 'config'>> {
  const [configuration, application] = await Promise.all([
    request('GET /site-configuration', { isKept: true }),
    request('GET /external-application-config', { isKept: true }),
  ])
  const config = application.data.data.config as Site['config']
  if (config.version !== configVersion) throw new Error(`The configuration has version ${config.version}`)
  return { site: configuration.data as Site['site'], config }
}
