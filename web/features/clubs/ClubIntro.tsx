import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { site } from '#kit/features/brands/site.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Card } from '#kit/ui/states/Card.tsx'
import { brandAssetUrl } from '#shared/features/brands/rules.ts'
import styles from './Clubs.module.css'
import { openOwnClub } from './open-own-club.tsx'

/** What the school says of its clubs, with the way into the learner’s own where they have one and the school offers it. */
export function ClubIntro({ hasOwn }: { hasOwn: boolean }) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const { title, description, image, showButtonGoTo } = site().config.clubInApp
  const handleOpen = () => void openOwnClub(navigate).catch(() => toast(t('ui.error.title'), { tone: 'danger' }))
  return (
    <Card as="section" aria-labelledby="club-intro">
      <div className={styles.card}>
        {image && <img className={styles.picture} src={brandAssetUrl(image)} alt="" />}
        <h2 id="club-intro">{title}</h2>
        <p>{description}</p>
        {showButtonGoTo && hasOwn && <Button onClick={handleOpen}>{t('clubs.open')}</Button>}
      </div>
    </Card>
  )
}
