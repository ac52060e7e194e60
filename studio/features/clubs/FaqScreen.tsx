import { useQuery } from '@tanstack/react-query'
import { useCopy } from '#kit/copy/copy.tsx'
import styles from '#studio/platform/Screen.module.css'
import { pathTo } from '#studio/platform/addresses.ts'
import { OneThing } from '#studio/platform/OneThing.tsx'
import { ScreenHead } from '#studio/platform/ScreenHead.tsx'
import { faqQuery } from './data.ts'
import { FaqEditor } from './FaqEditor.tsx'

/** `/admin/clubs/…/faq`: what members of a club often ask, with the answers. */
export function FaqScreen({ clubId }: { clubId: number }) {
  const t = useCopy()
  const asked = useQuery({ ...faqQuery(clubId), refetchOnMount: 'always' })
  const clubs = { href: pathTo('clubs'), title: t('clubs.title') }
  return (
    <OneThing
      asked={asked}
      title={({ title }) => t('clubs.faqOf', { title })}
      gone={{ icon: 'users', title: t('clubs.gone'), back: clubs }}
    >
      {stored => (
        <div className={styles.column}>
          <ScreenHead back={clubs} title={t('clubs.faqOf', { title: stored.title })} />
          <p className={styles.muted}>{t('clubs.faq.text')}</p>
          <FaqEditor key={clubId} clubId={clubId} stored={stored} />
        </div>
      )}
    </OneThing>
  )
}
