import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Tabs } from '#kit/ui/actions/Tabs.tsx'
import { useHeldFocus } from '#kit/ui/actions/use-held-focus.ts'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { clubsQuery } from '#studio/features/clubs/data.ts'
import styles from '#studio/platform/Screen.module.css'
import { pathTo } from '#studio/platform/addresses.ts'
import { ListOf } from '#studio/platform/ListOf.tsx'
import { OneThing } from '#studio/platform/OneThing.tsx'
import { PageSwitch } from '#studio/platform/Pages.tsx'
import { ScreenHead } from '#studio/platform/ScreenHead.tsx'
import { moderatedQuery, type Shown } from './data.ts'
import { Moderated } from './Moderated.tsx'

const nothing = { rows: [], page: 1, pageCount: 0, total: 0 }

/** `/admin/clubs/…/chat`: what was reported in the chat of a club, and what is hidden there. */
export function ModerationScreen({ clubId }: { clubId: number }) {
  const t = useCopy()
  const [show, setShow] = useState<Shown>('reported')
  const [page, setPage] = useState(1)
  const asked = useQuery({ ...moderatedQuery(clubId, show, page), refetchOnMount: 'always' })
  const clubs = useQuery(clubsQuery())
  const area = useHeldFocus<HTMLDivElement>()
  const club = clubs.data?.find(({ id }) => id === clubId)
  const title = club ? t('moderation.of', { title: club.title }) : t('moderation.title')
  const choose = (next: Shown) => {
    setShow(next)
    setPage(1)
  }
  const back = { href: pathTo('clubs'), title: t('clubs.title') }
  const tabs = (['reported', 'hidden'] as const).map(id => ({ id, label: t(`moderation.${id}`) }))
  return (
    <OneThing
      asked={{ ...asked, data: asked.data ?? (asked.error ? undefined : nothing) }}
      title={() => title}
      gone={{ icon: 'users', title: t('moderation.gone'), back }}
    >
      {() => (
        <div ref={area} tabIndex={-1} className={styles.column}>
          <ScreenHead back={back} title={title} />
          <Tabs label={title} tabs={tabs} selected={show} onSelect={choose}>
            <ListOf asked={asked}>
              {({ rows, pageCount }) => (
                <>
                  {rows.length === 0 ? (
                    <EmptyState icon="chat" title={t(`moderation.${show}.none`)} text={t(`moderation.${show}.text`)} />
                  ) : (
                    <ul className={styles.column}>
                      {rows.map(one => (
                        <Moderated key={one.message.id} clubId={clubId} {...one} />
                      ))}
                    </ul>
                  )}
                  <PageSwitch page={page} count={pageCount} onPage={setPage} />
                </>
              )}
            </ListOf>
          </Tabs>
        </div>
      )}
    </OneThing>
  )
}
