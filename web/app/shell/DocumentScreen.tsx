import { useSearch } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { DocumentFrame, documentAddress, needsOwnWindow } from '#web/platform/DocumentViewer.tsx'
import styles from './DocumentScreen.module.css'

/** `/document?url=`: a document from any site, http(s) only. */
export function DocumentScreen() {
  const t = useCopy()
  const address = documentAddress(new URLSearchParams(useSearch()).get('url'), location.origin)
  const title = t('shell.title.document')
  const home = (
    <LinkButton look="ghost" icon="back" href={pathTo('home')}>
      {t('shell.notFound.home')}
    </LinkButton>
  )
  if (!address) {
    return (
      <main id="main" className={styles.page}>
        <EmptyState isPage icon="document" title={t('shell.document.wrong')} action={home} />
      </main>
    )
  }
  return (
    <main id="main" className={styles.page}>
      <header className={styles.header}>
        {home}
        <h1 className={styles.title}>{title}</h1>
        <LinkButton look="secondary" newWindow href={address}>
          {t('shell.document.window')}
        </LinkButton>
      </header>
      {!needsOwnWindow(navigator) && <DocumentFrame address={address} title={title} />}
    </main>
  )
}
