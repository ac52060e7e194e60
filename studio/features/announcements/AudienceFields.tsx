import { useQuery } from '@tanstack/react-query'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatLocalDate } from '#kit/copy/format.ts'
import { SelectField } from '#kit/ui/fields/SelectField.tsx'
import { audienceKinds } from '#shared/features/announcements/rules.ts'
import { clubsQuery } from '#studio/features/clubs/data.ts'
import { coursesQuery } from '#studio/features/courses/data.ts'
import { WholeNumberField } from '#studio/platform/fields/WholeNumberField.tsx'
import { type AnnouncementPart, newAudience } from './announcement-draft.ts'
import { audienceDaysQuery, streamsQuery } from './data.ts'

type Named = 'course_id' | 'stream_id' | 'club_id' | 'day_id'
const named = ['audience.kind', 'audience.course_id', 'audience.stream_id', 'audience.club_id', 'audience.day_id']

/** To whom an announcement goes. */
export function AudienceFields(part: AnnouncementPart) {
  const t = useCopy()
  const { fields, change, errorOf } = part
  const { kind } = fields.audience
  return (
    <>
      <SelectField
        label={t('announcements.audience.kind')}
        value={kind}
        error={errorOf('audience.kind')}
        onChange={({ target }) => {
          const audience = newAudience(audienceKinds.find(one => one === target.value) ?? 'brand')
          change({ audience }, ...named, 'audience.days')
        }}
      >
        {audienceKinds.map(one => (
          <option key={one} value={one}>
            {t(`announcements.audience.${one}`)}
          </option>
        ))}
      </SelectField>
      {(kind === 'course' || kind === 'stopped') && <CourseChoice {...part} />}
      {kind === 'stream' && <StreamChoice {...part} />}
      {kind === 'club' && <ClubChoice {...part} />}
      {kind === 'stopped' && fields.audience.course_id !== null && (
        <DayChoice {...part} courseId={fields.audience.course_id} />
      )}
      {(kind === 'away' || kind === 'stopped') && (
        <WholeNumberField
          label={t('announcements.days')}
          hint={t(kind === 'away' ? 'announcements.days.hint' : 'announcements.days.stopped')}
          min={0}
          max={3650}
          value={fields.audience.days ?? 0}
          error={errorOf('audience.days')}
          onChange={days => change({ audience: { ...fields.audience, days } }, 'audience.days')}
        />
      )}
    </>
  )
}

type ChoiceProps = AnnouncementPart & { field: Named; offered: readonly { id: number; title: string }[] }

/** One of several things. */
function Choice({ fields: { audience }, change, errorOf, field, offered }: ChoiceProps) {
  const t = useCopy()
  return (
    <SelectField
      label={t(`announcements.${field}`)}
      value={audience[field] ?? ''}
      error={errorOf(`audience.${field}`)}
      onChange={({ target }) => {
        const chosen = { [field]: Number(target.value) || null, ...(field === 'course_id' && { day_id: null }) }
        change({ audience: { ...audience, ...chosen } }, ...named)
      }}
    >
      <option value="">{t('announcements.choose')}</option>
      {offered.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </SelectField>
  )
}

function CourseChoice(part: AnnouncementPart) {
  const { data = [] } = useQuery(coursesQuery())
  return <Choice {...part} field="course_id" offered={data} />
}

function ClubChoice(part: AnnouncementPart) {
  const { data = [] } = useQuery(clubsQuery())
  return <Choice {...part} field="club_id" offered={data} />
}

function DayChoice({ courseId, ...part }: AnnouncementPart & { courseId: number }) {
  const { data = [] } = useQuery(audienceDaysQuery(courseId))
  return <Choice {...part} field="day_id" offered={data} />
}

function StreamChoice(part: AnnouncementPart) {
  const t = useCopy()
  const { data = [] } = useQuery(streamsQuery())
  const offered = data.map(one => ({
    id: one.id,
    title: `${one.course_title} · ${formatLocalDate(one.starts_on, t.language)}`,
  }))
  return <Choice {...part} field="stream_id" offered={offered} />
}
