import type { Brand, BrandLanguage, BrandTexts } from '#shared/features/brands/schema.ts'
import { appPictureUrl } from './app-icons.ts'
import { outlineOf } from './drawings.ts'

/** Where an installed app is sent what other apps share with it; the service worker answers there. */
export const sharePath = '/share'

const words = {
  home: { en: 'Today’s lessons', ru: 'Уроки на сегодня', es: 'Las lecciones de hoy' },
  homework: { en: 'Homework', ru: 'Задания', es: 'Tareas' },
  chats: { en: 'Chats', ru: 'Чаты', es: 'Chats' },
  downloads: { en: 'Downloads', ru: 'Загрузки', es: 'Descargas' },
  shown: {
    en: 'The next lesson, and what waits for you',
    ru: 'Следующий урок и то, что вас ждёт',
    es: 'La próxima lección y lo que tienes pendiente',
  },
} satisfies Record<string, BrandTexts>

/** Where the manifest in a language is served: browsers ask for it without cookies, so the address says the language. */
export const manifestUrl = (language: BrandLanguage) => `/manifest.webmanifest?lang=${language}`

/** The web app manifest, with which a device installs the app under the school's name and with its mark. */
export function installManifestOf(brand: Brand, language: BrandLanguage) {
  const { site, config } = brand
  const icon = (side: number, purpose: 'any' | 'maskable') => ({
    src: appPictureUrl(brand, `${purpose === 'any' ? 'icon' : 'maskable'}-${side}.png`),
    sizes: `${side}x${side}`,
    type: 'image/png',
    purpose,
  })
  return {
    // The same app whatever the language and wherever it starts.
    id: '/',
    name: site.title[language],
    short_name: site.name,
    lang: language,
    dir: 'ltr',
    start_url: config.homePage,
    scope: '/',
    display: 'standalone',
    theme_color: site.theme.accent,
    background_color: site.theme.accent,
    categories: ['education'],
    icons: [icon(192, 'any'), icon(512, 'any'), icon(192, 'maskable'), icon(512, 'maskable')],
    shortcuts: shortcutsOf(brand, language),
    screenshots: (['narrow', 'wide'] as const).map(form => {
      const { width, height } = outlineOf(form, site.theme)
      return {
        src: appPictureUrl(brand, `${form}.png`),
        sizes: `${width}x${height}`,
        type: 'image/png',
        form_factor: form,
        label: words.shown[language],
      }
    }),
    share_target: {
      action: sharePath,
      method: 'POST',
      enctype: 'multipart/form-data',
      // Without words and links: nothing here takes them, so the device does not offer the app for them.
      params: { files: [{ name: 'files', accept: ['image/*', 'video/*'] }] },
    },
  }
}

/** What a learner uses most, of what the school has. */
function shortcutsOf(brand: Brand, language: BrandLanguage) {
  const { homePage, isChatSupport, isOfflineEnable } = brand.config
  const shortcut = (name: keyof typeof words, url: string, file: string) => ({
    name: words[name][language],
    url,
    icons: [{ src: appPictureUrl(brand, file), sizes: '96x96', type: 'image/png' }],
  })
  return [
    shortcut('home', homePage, 'home-96.png'),
    shortcut('homework', '/homework', 'homework-96.png'),
    ...(isChatSupport ? [shortcut('chats', '/chat', 'chat-96.png')] : []),
    ...(isOfflineEnable ? [shortcut('downloads', '/user/downloads', 'download-96.png')] : []),
  ]
}
