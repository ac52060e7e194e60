import { type ComponentProps, lazy, Suspense } from 'react'
import type { DrawFile } from '#kit/features/courses/markdown/MarkdownText.tsx'
import { savesData } from '#kit/request/data-saver.ts'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import type { ArticleFilesWire } from '#shared/features/articles/wire.ts'
import { addCopy } from '#web/platform/copy.ts'
import styles from './Articles.module.css'
import type { FilmInText } from './FilmInText.tsx'

/** The player with its texts, for the articles that have a film; when they cannot be downloaded, its words are still readable. */
async function loadFilm() {
  try {
    const [module] = await Promise.all([import('./FilmInText.tsx'), addCopy('talk')])
    return { default: module.FilmInText }
  } catch (error) {
    console.warn('The player did not load', error)
    return { default: ({ words }: ComponentProps<typeof FilmInText>) => <p>{words}</p> }
  }
}

const LazyFilm = lazy(loadFilm)

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
          // Without its width the browser would take the picture for one of that size.
          srcSet={width === null || savesData() ? undefined : `${medium} 800w, ${large} 1600w`}
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
    if (!film) return null
    return (
      <Suspense
        fallback={
          <div aria-busy>
            <Skeleton shape="box" height="14rem" />
          </div>
        }
      >
        <LazyFilm film={film} words={words} />
      </Suspense>
    )
  }
