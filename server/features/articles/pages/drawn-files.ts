import { type Html, html } from '#server/platform/http/html.ts'
import type { ArticleFilesWire } from '#shared/features/articles/wire.ts'
import type { Language } from '#shared/platform/contract.ts'

const watch: Record<Language, string> = {
  en: 'Watch the video in the app',
  ru: 'Смотреть видео в приложении',
  es: 'Ver el vídeo en la aplicación',
}

type Place = { files: ArticleFilesWire; address: string; language: Language }

/**
 * Draws what a text shows of the library in a page without script: pictures, and of a film its picture with the way to the article in
 * the app, where it is watched.
 */
export const drawnFile =
  ({ files, address, language }: Place) =>
  ({ id, words }: { id: number; words: string }): Html | undefined => {
    const picture = files.pictures.find(one => one.id === id)
    if (picture) {
      const { medium, large, width, height } = picture
      const wide = html` srcset="${medium} 800w, ${large} 1600w" sizes="(min-width: 828px) 40rem, 100vw" width="${width}" height="${height}"`
      // Without its width a browser would take the picture for one of that size.
      const size = width && height ? wide : undefined
      return html`<p><img src="${medium}"${size} alt="${words}" loading="lazy" decoding="async"></p>`
    }
    const film = files.films.find(one => one.id === id)
    if (!film) return undefined
    const said = words ? `${words}. ${watch[language]}` : watch[language]
    const poster = film.preview && html`<img src="${film.preview}" alt="" loading="lazy" decoding="async"><br>`
    return html`<p><a href="${address}">${poster}${said}</a></p>`
  }
