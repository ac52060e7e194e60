import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatDate, formatTime } from '#kit/copy/format.ts'
import { deviceName } from '#kit/features/profile/device-name.ts'
import type { AnswerOf } from '#kit/request/request.ts'
import { errorMessage, NetworkError, RequestError } from '#kit/request/request-errors.ts'
import page from '#kit/ui/Page.module.css'
import { Badge } from '#kit/ui/marks/Badge.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { Icon } from '#kit/ui/marks/Icon.tsx'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { useUser } from '#web/features/accounts/data.ts'
import { usePageTitle } from '#web/platform/page-title.ts'
import { endSessions, useSessions } from './data.ts'
import styles from './Settings.module.css'

type Device = AnswerOf<'GET /user/sessions'>[number]

/** Signs a device out after a confirmation; succeeds if it was signed out already. */
function useSignOut() {
  const t = useCopy()
  const [leaving, setLeaving] = useState<number | 'others'>()
  const signOut = async (which: number | 'others', name: string) => {
    const title = which === 'others' ? t('settings.devices.others.ask') : t('settings.devices.ask', { name })
    if (!(await confirm({ title, text: t('settings.devices.ask.text'), danger: true }))) return
    setLeaving(which)
    try {
      await endSessions(which)
      toast(t(which === 'others' ? 'settings.devices.others.done' : 'settings.devices.done'), { tone: 'success' })
    } catch (error) {
      const isGone = error instanceof RequestError && error.status === 404
      const text = error instanceof NetworkError ? t('settings.notKept') : errorMessage(error, t('profile.failed'))
      if (!isGone) toast(text, { tone: 'danger' })
    }
    setLeaving(undefined)
  }
  return { leaving, signOut }
}

/** `/user/settings/devices`: where the account is signed in. */
export function DevicesScreen() {
  const t = useCopy()
  usePageTitle(t('settings.devices'))
  const { data, error, isFetching, refetch } = useSessions()
  const { leaving, signOut } = useSignOut()
  if (!data && error) return <ErrorState isPage busy={isFetching} onRetry={() => void refetch()} />
  const others = data?.filter(({ isCurrent }) => !isCurrent) ?? []
  const sorted = [...(data?.filter(({ isCurrent }) => isCurrent) ?? []), ...others]
  return (
    <div className={page.column} aria-busy={!data}>
      <h1>{t('settings.devices')}</h1>
      {!data && <Skeleton height="10rem" />}
      {data && (
        <ul className={styles.devices}>
          {sorted.map(device => (
            <DeviceRow key={device.id} device={device} isLeaving={leaving === device.id} onSignOut={signOut} />
          ))}
        </ul>
      )}
      {data && others.length === 0 && <p className={styles.muted}>{t('settings.devices.alone')}</p>}
      {others.length > 1 && (
        <Button look="secondary" icon="exit" busy={leaving === 'others'} onClick={() => void signOut('others', '')}>
          {t('settings.devices.others')}
        </Button>
      )}
    </div>
  )
}

type RowProps = {
  device: Device
  isLeaving: boolean
  onSignOut: (id: number, name: string) => Promise<void>
}

function DeviceRow({ device, isLeaving, onSignOut }: RowProps) {
  const t = useCopy()
  const { id, isCurrent, app_type: appType, user_agent: userAgent, impersonator } = device
  const name = deviceName(userAgent) ?? t('settings.devices.unknown')
  const seen = device.seen_at * 1000
  const zone = useUser()?.timezone
  const at = { date: formatDate(seen, t.language, 'long', zone), time: formatTime(seen, t.language, zone) }
  return (
    <li className={styles.device}>
      <Icon name={appType === 'mobile' ? 'user' : 'globe'} />
      <div className={styles.about}>
        <p className={styles.name}>
          {impersonator ? t('settings.devices.staff', { name: impersonator.name }) : name}
          {isCurrent && <Badge tone="success">{t('settings.devices.current')}</Badge>}
        </p>
        <p className={styles.muted}>{isCurrent ? t('settings.devices.now') : t('settings.devices.seen', at)}</p>
      </div>
      {!isCurrent && (
        <Button
          look="secondary"
          busy={isLeaving}
          aria-label={t('settings.devices.end', { name })}
          onClick={() => void onSignOut(id, name)}
        >
          {t('settings.devices.out')}
        </Button>
      )}
    </li>
  )
}
