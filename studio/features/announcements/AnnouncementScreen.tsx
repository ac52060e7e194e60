import { useQuery } from '@tanstack/react-query'
import { useCopy } from '#kit/copy/copy.tsx'
import { announcementIn } from '#shared/features/announcements/rules.ts'
import type { EditedAnnouncementWire } from '#shared/features/announcements/wire.ts'
import styles from '#studio/platform/Screen.module.css'
import { pathTo } from '#studio/platform/addresses.ts'
import { OneThing } from '#studio/platform/OneThing.tsx'
import { ScreenHead } from '#studio/platform/ScreenHead.tsx'
import { AnnouncementEditor } from './AnnouncementEditor.tsx'
import { AnnouncementPreview } from './AnnouncementPreview.tsx'
import { announcementQuery } from './data.ts'
import { Reached } from './Reached.tsx'
import { StateBadge } from './StateBadge.tsx'

/** So often what is being sent is looked at again, in ms. */
const lookMs = 2000
const isMoving = (announcement: EditedAnnouncementWire | undefined) => announcement?.state === 'sending'

/** `/admin/announcements/…`: an announcement is written and sent; then whom it reaches. */
export function AnnouncementScreen({ announcementId }: { announcementId: number }) {
  const t = useCopy()
  const asked = useQuery({
    ...announcementQuery(announcementId),
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) => isMoving(data) && lookMs,
  })
  const titleOf = ({ texts }: EditedAnnouncementWire) =>
    announcementIn(texts, t.language).title || t('announcements.one')
  const back = { href: pathTo('announcements'), title: t('announcements.title') }
  return (
    <OneThing
      asked={asked}
      title={titleOf}
      gone={{ icon: 'bell', title: t('announcements.gone'), text: t('announcements.gone.text'), back }}
    >
      {announcement => (
        <div className={styles.column}>
          <ScreenHead back={back} title={titleOf(announcement)}>
            <StateBadge state={announcement.state} />
          </ScreenHead>
          {announcement.state === 'draft' ? (
            <AnnouncementEditor key={announcement.id} stored={announcement} />
          ) : (
            <>
              <Reached announcement={announcement} state={announcement.state} />
              <AnnouncementPreview {...announcement} />
            </>
          )}
        </div>
      )}
    </OneThing>
  )
}
