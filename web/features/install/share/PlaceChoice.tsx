import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { useChats } from '#web/features/chat/data.ts'
import { useCourses } from '#web/features/courses/data.ts'
import { useHomeworkGroups } from '#web/features/homework/data.ts'
import { useHandIn } from '#web/features/homework/hand-in/hand-ins.ts'
import type { ListedHomework } from '#web/features/homework/list/homework-groups.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { chatPlace, homeworkPlace, type Place, takesFiles } from './places.ts'
import styles from './Share.module.css'

interface Props {
  /** The place that files are being put into. */
  busy: string | undefined
  onChoose: (place: Place) => void
}

function PlaceRow({ place, note, busy, onChoose }: Props & { place: Place; note?: string }) {
  const t = useCopy()
  const isFull = place.room() <= 0
  return (
    <li className={styles.place}>
      <span className={styles.words}>
        <bdi className={styles.name}>{place.title}</bdi>
        {(isFull || note) && <bdi className={styles.size}>{isFull ? t('share.full') : note}</bdi>}
      </span>
      <Button
        look="secondary"
        aria-label={t('share.to', { title: place.title })}
        busy={busy === place.key}
        disabled={isFull || (busy !== undefined && busy !== place.key)}
        onClick={() => onChoose(place)}
      >
        {t('share.add')}
      </Button>
    </li>
  )
}

/** One homework, unless an answer to it is on its way already. */
function HomeworkRow({ item, note, ...choice }: Props & { item: ListedHomework; note: string }) {
  const handIn = useHandIn(item.status.id)
  return handIn ? null : <PlaceRow place={homeworkPlace(item)} note={note} {...choice} />
}

/** Homework that is open now. */
export function HomeworkPlaces(choice: Props) {
  const t = useCopy()
  const courses = useCourses()
  const { groups, isRead, error, isFetching, retry } = useHomeworkGroups()
  const open = groups.flatMap(({ stream, items }) =>
    items.filter(takesFiles).map(item => ({ item, note: courses.data?.get(stream.courseId)?.title ?? '' })),
  )
  return (
    <section className={styles.places} aria-labelledby="share-homework">
      <h2 id="share-homework">{t('share.homework')}</h2>
      {error ? (
        <LoadFailure
          title={t('homework.error')}
          offlineText={t('streams.offline.text')}
          busy={isFetching}
          onRetry={retry}
        />
      ) : !isRead ? (
        <Skeleton shape="box" height="4rem" />
      ) : open.length === 0 ? (
        <p className={styles.lead}>{t('share.homework.none')}</p>
      ) : (
        <ul className={styles.list}>
          {open.map(({ item, note }) => (
            <HomeworkRow key={item.status.id} item={item} note={note} {...choice} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Chats in which the learner may write. */
export function ChatPlaces(choice: Props) {
  const t = useCopy()
  const { data, error, isFetching, refetch } = useChats()
  const open = data?.filter(chat => !chat.closedReason) ?? []
  if (data && open.length === 0) return null
  return (
    <section className={styles.places} aria-labelledby="share-chats">
      <h2 id="share-chats">{t('share.chats')}</h2>
      {data ? (
        <ul className={styles.list}>
          {open.map(chat => (
            <PlaceRow key={chat.id} place={chatPlace(chat)} {...choice} />
          ))}
        </ul>
      ) : error ? (
        <LoadFailure
          title={t('chat.list.error')}
          offlineTitle={t('chat.offline')}
          offlineText={t('chat.list.offline')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton shape="box" height="4rem" />
      )}
    </section>
  )
}
