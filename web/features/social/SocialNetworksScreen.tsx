import { useCopy } from '#kit/copy/copy.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { Networks } from './Networks.tsx'
import styles from './Social.module.css'

/** `/user/social-networks`: the networks, to link and to unlink. */
export function SocialNetworksScreen() {
  const t = useCopy()
  return (
    <div className={styles.screen}>
      <header>
        <h1>{t('social.title')}</h1>
        <p className={styles.lead}>{t('social.lead')}</p>
      </header>
      <Networks returnTo={pathTo('socialNetworks')} />
    </div>
  )
}
