import type { DrawFile } from '#kit/features/courses/markdown/MarkdownText.tsx'
import type { ArticleFilesWire } from '#shared/features/articles/wire.ts'
import styles from './Articles.module.css'
import { FilmInText } from './FilmInText.tsx'

/** Draws the pictures and films of an article's text. */
export const drawnFile =
  ({ pictures, films }: ArticleFilesWire): DrawFile =>
  ({ id, words }) => {
    const picture = pictures.find(one => one.id === id)
    if (picture) {
      const { medium, large, width, height } = picture
      return (
        <img
          className={styles.picture}
          src={medium}
          srcSet={`${medium} 800w, ${large} 1600w`}
          sizes="(min-width: 828px) 40rem, 100vw"
          alt={words}
          width={width ?? undefined}
          height={height ?? undefined}
          loading="lazy"
          decoding="async"
        />
      )
    }
    const film = films.find(one => one.id === id)
    return film ? <FilmInText film={film} words={words} /> : null
  }
