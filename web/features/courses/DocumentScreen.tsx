import { useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { Spinner } from '#kit/ui/marks/Spinner.tsx'
import { isSignedIn } from '#web/features/accounts/session.ts'
import { pathTo } from '#web/platform/addresses.ts'
import { DocumentFrame, documentAddress, needsOwnWindow } from '#web/platform/DocumentViewer.tsx'
import { isCourseDocument } from './data.ts'
import styles from './DocumentScreen.module.css'
import { isOnKnownSite } from './known-site.ts'

/**
 * Whether the school vouches for an address: it or its configuration names the site, or it is a document of the learner's
 * courses; undefined until that is known.
 */
function useIsKnown(address: string | undefined): boolean | undefined {
  const { config, trustedOrigins } = site()
  const isNamed = address !== undefined && isOnKnownSite(address, location.origin, config, trustedOrigins)
  const mayAsk = address !== undefined && !isNamed && isSignedIn.read()
  const [found, setFound] = useState<{ address: string; isOfCourse: boolean }>()
  useEffect(() => {
    if (!mayAsk) return
    isCourseDocument(address, location.origin).then(
      isOfCourse => setFound({ address, isOfCourse }),
      () => setFound({ address, isOfCourse: false }),
    )
  }, [address, mayAsk])
  if (!mayAsk) return isNamed
  return found?.address === address ? found?.isOfCourse : undefined
}

/** `/document?url=`: a document of the school in a frame; any other web page only as a link that says where it leads. */
export function DocumentScreen() {
  const t = useCopy()
  const address = documentAddress(new URLSearchParams(useSearch()).get('url'), location.origin)
  const isKnown = useIsKnown(address)
  const title = t('shell.title.document')
  const home = (
    <LinkButton look="ghost" icon="back" href={pathTo('home')}>
      {t('shell.notFound.home')}
    </LinkButton>
  )
  if (address && isKnown === undefined)
    return (
      <main id="main" aria-busy>
        <Spinner />
      </main>
    )
  if (!address || !isKnown) {
    const host = address && new URL(address).host
    return (
      <main id="main" className={styles.page}>
        <EmptyState
          isPage
          icon={host ? 'globe' : 'document'}
          title={host ? t('courses.outside.title') : t('shell.document.wrong')}
          text={host && t('courses.outside.text', { host })}
          action={
            <div className={styles.choices}>
              {home}
              {address && (
                <LinkButton look="secondary" newWindow href={address}>
                  {t('shell.document.window')}
                </LinkButton>
              )}
            </div>
          }
        />
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
      {!needsOwnWindow(address, navigator) && <DocumentFrame address={address} title={title} />}
    </main>
  )
}
