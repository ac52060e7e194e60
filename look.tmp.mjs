import { chromium } from '@playwright/test'
const [,, paths, widths='1244', schemes='light', lang='en'] = process.argv
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const first = await browser.newContext({ locale: 'en' })
const page = await first.newPage()
await page.goto('http://127.0.0.1:29150/admin?lang=en')
await page.locator('input[type=email], input[name=email], input').first().fill('admin@example.com')
await page.locator('input[type=password]').fill('kurso-demo')
await page.keyboard.press('Enter')
await page.waitForURL(url => !url.pathname.includes('login'), { timeout: 15000 }).catch(() => {})
await page.waitForTimeout(2000)
const state = await first.storageState()
for (const path of paths.split(',')) for (const w of widths.split(',')) for (const c of schemes.split(',')) {
  const context = await browser.newContext({ storageState: state, viewport: { width: +w, height: 900 }, colorScheme: c, locale: lang })
  const p = await context.newPage()
  p.on('console', m => m.type() === 'error' && console.log(path, m.text()))
  await p.goto('http://127.0.0.1:29150' + path)
  await p.waitForTimeout(2500)
  const name = `/tmp/sales-look/${path.replace(/\W+/g, '_')}-${w}-${c}-${lang}.png`
  await p.screenshot({ path: name, fullPage: true })
  console.log(name, await p.evaluate(() => document.documentElement.scrollWidth - innerWidth))
  await context.close()
}
await browser.close()
