// The built server with the demo school on a database, data folder and brand files of its own, gone when it stops.
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const dataDir = process.env.DATA_DIR ?? ''
rmSync(dataDir, { recursive: true, force: true })
mkdirSync(dataDir, { recursive: true })
chmodSync(dataDir, 0o711)
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
process.env.BRANDS_DIR = dressedBrands(Number(process.env.PORT))
await import('./start.mjs')

/** The brands as shipped, and what none of them has of its own: another site that is trusted, documents to open, counters, messengers and apps. */
function dressedBrands(port) {
  const folder = join(dataDir, 'brands')
  cpSync(new URL('../brands', import.meta.url), folder, { recursive: true })
  change('kurso', brand => {
    brand.site.trustedOrigins = [`http://partner.localhost:${port}`]
    // A walk that writes need not wait as long as a learner.
    brand.config.messageDelay = 2
  })
  change('face', brand => {
    const own = path =>
      Object.fromEntries(['en', 'ru', 'es'].map(code => [code, `http://face.localhost:${port}${path}`]))
    Object.assign(brand.config, { manualUrl: own('/brands/face.svg'), instructionUrl: own('/brands/kurso.svg') })
  })
  change('iqface', brand => {
    const same = address => ({ en: address, ru: address, es: address })
    brand.config.analytics = { ga: 'G-WALK123456', ya: '12345678', own: true }
    brand.config.cookiePolicyLink = same('/brands/iqface.svg')
    brand.config.mobileAppLinks = { ios: 'https://apps.example.com/iqface', android: 'https://play.example.com/iqface' }
    brand.site.whatsAppNumber = '+79211234567'
    brand.site.telegramName = 'iqface_school'
    brand.site.languages = ['ru', 'en', 'es']
  })
  return folder

  function change(id, work) {
    const file = join(folder, `${id}.json`)
    const brand = JSON.parse(readFileSync(file, 'utf8'))
    work(brand)
    writeFileSync(file, JSON.stringify(brand))
  }
}
