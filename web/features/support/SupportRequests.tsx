import { useCopy } from '#kit/copy/copy.tsx'
import { LinkButton } from '#kit/ui/LinkButton.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { useRequests } from './data.ts'
import { RequestLinks } from './RequestLinks.tsx'
import styles from './Support.module.css'

/** Support among the learner's messages: what was asked, or nothing before the first question. */
export function SupportRequests() {
  const t = useCopy()
  const { data } = useRequests()
  if (!data || data.length === 0) return null
  return (
    <div className={styles.among}>
      <RequestLinks title={t('support.requests')} />
      <LinkButton look="ghost" icon="support" href={pathTo('support')}>
        {t('support.requests.new')}
      </LinkButton>
    </div>
  )
}
