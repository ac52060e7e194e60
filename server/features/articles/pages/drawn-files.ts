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
      const size = width && height ? html` width="${width}" height="${height}"` : undefined
      return html`<p><img src="${medium}" srcset="${medium} 800w, ${large} 1600w" sizes="(min-width: 828px) 40rem, 100vw" alt="${words}"${size} loading="lazy" decoding="async"></p>`
    }
    const film = files.films.find(one => one.id === id)
    if (!film) return undefined
    const said = words ? `${words}. ${watch[language]}` : watch[language]
    const poster = film.preview && html`<img src="${film.preview}" alt="" loading="lazy" decoding="async"><br>`
    return html`<p><a href="${address}">${poster}${said}</a></p>`
  }
