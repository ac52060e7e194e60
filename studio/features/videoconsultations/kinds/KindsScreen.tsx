import { useQuery } from '@tanstack/react-query'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { useHeldFocus } from '#kit/ui/actions/use-held-focus.ts'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { textsOf } from '#shared/features/billing/selling/selling.ts'
import type { StaffKindWire } from '#shared/features/videoconsultations/wire.ts'
import { useUser } from '#studio/features/accounts/session.ts'
import { coursesQuery } from '#studio/features/courses/data.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { ListOf, Table } from '#studio/platform/ListOf.tsx'
import { usePageTitle } from '#studio/platform/page-title.ts'
import { ScreenHead } from '#studio/platform/ScreenHead.tsx'
import { kindsQuery } from '../data.ts'
import { KindDialog } from './KindDialog.tsx'

const openKind = (kind?: StaffKindWire) =>
  void openDialog(close => <KindDialog {...(kind && { kind })} onClose={() => close()} />)

/** `/admin/calendar/kinds`: what can be booked; administrators add and change it. */
export function KindsScreen() {
  const t = useCopy()
  usePageTitle(t('video.kinds'))
  const page = useHeldFocus<HTMLDivElement>()
  const isAdmin = useUser().role === 'admin'
  const asked = useQuery({ ...kindsQuery(), refetchOnMount: 'always' })
  const back = { href: pathTo('videoCalendar'), title: t('video.title') }
  return (
    <div ref={page} tabIndex={-1}>
      <ScreenHead back={back} title={t('video.kinds')}>
        {isAdmin && <Button onClick={() => openKind()}>{t('video.kinds.add')}</Button>}
      </ScreenHead>
      <ListOf asked={asked}>
        {kinds =>
          kinds.length === 0 ? (
            <EmptyState icon="video" title={t('video.kinds.none')} text={t('video.kinds.none.text')} />
          ) : (
            <Kinds kinds={kinds} isAdmin={isAdmin} />
          )
        }
      </ListOf>
    </div>
  )
}

function Kinds({ kinds, isAdmin }: { kinds: StaffKindWire[]; isAdmin: boolean }) {
  const t = useCopy()
  const { data: courses = [] } = useQuery({ ...coursesQuery(), enabled: isAdmin })
  const columns = [
    'title',
    'course',
    'length',
    'pay',
    'experts',
    'state',
    ...(isAdmin ? (['actions'] as const) : []),
  ] as const
  return (
    <Table label={t('video.kinds')} columns={columns.map(column => t(`video.kinds.column.${column}`))}>
      {kinds.map(kind => {
        const { title } = textsOf(kind.texts, t.language)
        const course = courses.find(({ id }) => id === kind.course_id)?.title ?? t('video.kinds.course.one')
        return (
          <tr key={kind.id}>
            <th scope="row" dir="auto">
              {title}
            </th>
            <td dir="auto">{kind.course_id === null ? t('video.kinds.course.all') : course}</td>
            <td>{t('video.minutes', { count: kind.length_minutes })}</td>
            <td>
              {waysOf(kind)
                .map(way => t(`video.pay.${way}`))
                .join(', ')}
            </td>
            <td>{kind.expert_ids.length}</td>
            <td>
              <Badge tone={kind.is_shown ? 'success' : 'neutral'}>
                {t(kind.is_shown ? 'video.kinds.shown' : 'video.kinds.hidden')}
              </Badge>
            </td>
            {isAdmin && (
              <td>
                <Button look="ghost" aria-label={t('video.kinds.change.of', { title })} onClick={() => openKind(kind)}>
                  {t('video.kinds.change')}
                </Button>
              </td>
            )}
          </tr>
        )
      })}
    </Table>
  )
}

/** How a kind is paid for; free where it is not. */
function waysOf({ takes_quota: takesQuota, points, service_id: serviceId }: StaffKindWire) {
  const ways = [takesQuota && 'quota', points !== null && 'points', serviceId !== null && 'price'] as const
  const found = ways.filter(way => way !== false)
  return found.length > 0 ? found : (['free'] as const)
}
