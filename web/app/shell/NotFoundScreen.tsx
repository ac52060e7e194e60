import { useCopy } from '#kit/copy/copy.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Picture } from '#kit/ui/pictures/Picture.tsx'
import scenes from '#kit/ui/pictures/scenes.svg?no-inline'
import { pathTo } from '#web/platform/addresses.ts'
import styles from './NotFoundScreen.module.css'

/** Any unknown address, with a button back to home. */
export function NotFoundScreen() {
  const t = useCopy()
  return (
    <main id="main" className={styles.page}>
      <Picture of={`${scenes}#compass`} className={styles.picture} />
      <h1>{t('shell.title.notFound')}</h1>
      <p className={styles.text}>{t('shell.notFound.text')}</p>
      <LinkButton icon="home" href={pathTo('home')}>
        {t('shell.notFound.home')}
      </LinkButton>
    </main>
  )
}
