import { useCopy } from '#kit/copy/copy.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import styles from './Banners.module.css'
import { CountedBanner } from './CountedBanner.tsx'
import { useBanners } from './shown-banners.ts'

/** `/banners`: all that the school shows the learner now. */
export function BannersScreen() {
  const t = useCopy()
  return (
    <div className={styles.list}>
      <h1>{t('shell.title.banners')}</h1>
      <Banners />
    </div>
  )
}

function Banners() {
  const t = useCopy()
  const { data, isFetching, error, refetch } = useBanners()
  if (!data && error)
    return <LoadFailure title={t('banners.list.error')} busy={isFetching} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={styles.list} aria-busy>
        <VisuallyHidden>{t('ui.loading')}</VisuallyHidden>
        <Skeleton shape="box" height="8rem" />
        <Skeleton shape="box" height="8rem" />
      </div>
    )
  if (data.length === 0)
    return <EmptyState icon="info" title={t('banners.list.empty')} text={t('banners.list.empty.text')} />
  return (
    <ul className={styles.list} aria-label={t('shell.title.banners')}>
      {data.map(banner => (
        <li key={banner.id}>
          <CountedBanner banner={banner} />
        </li>
      ))}
    </ul>
  )
}
