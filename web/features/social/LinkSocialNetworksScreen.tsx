import { useCopy } from '#kit/copy/copy.tsx'
import { LinkButton } from '#kit/ui/LinkButton.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { Networks } from './Networks.tsx'
import styles from './Social.module.css'

/** `/linksocialnetworks`: the offer to link a network before going on. */
export function LinkSocialNetworksScreen() {
  const t = useCopy()
  return (
    <div className={styles.screen}>
      <header>
        <h1>{t('social.link.title')}</h1>
        <p className={styles.lead}>{t('social.link.lead')}</p>
      </header>
      <Networks returnTo={pathTo('linkSocialNetworks')} />
      <LinkButton href={pathTo('home')}>{t('social.link.continue')}</LinkButton>
    </div>
  )
}
