import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { RequestError } from '#kit/request/request-errors.ts'
import { request } from '#kit/request/request.ts'
import { useHeldFocus } from '#kit/ui/actions/use-held-focus.ts'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { HeadingSkeleton, Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { ErrorState } from '#kit/ui/states/ErrorState.tsx'
import { textsOf } from '#shared/features/billing/selling/selling.ts'
import type { EditedServiceWire } from '#shared/features/billing/selling/selling-wire.ts'
import { BackLink } from '#studio/platform/ScreenHead.tsx'
import { pathTo } from '#studio/platform/addresses.ts'
import { usePageTitle } from '#studio/platform/page-title.ts'
import styles from '#studio/platform/Screen.module.css'
import { refreshServices, serviceQuery } from '../data.ts'
import { draftOf, newDraft } from './service-draft.ts'
import { ServiceForm } from './ServiceForm.tsx'
import { ServiceState, StateButtons } from './ServiceState.tsx'

function Back() {
  const t = useCopy()
  return <BackLink href={pathTo('services')} title={t('shop.services.back')} />
}

/** `/admin/services/new`: adds a service, hidden until it is shown. */
export function NewServiceScreen() {
  const t = useCopy()
  const page = useHeldFocus<HTMLDivElement>()
  const [, navigate] = useLocation()
  usePageTitle(t('shop.services.add'))
  return (
    <div ref={page} tabIndex={-1} className={styles.column}>
      <Back />
      <h1>{t('shop.services.add')}</h1>
      <p className={styles.muted}>{t('shop.services.add.text')}</p>
      <ServiceForm
        initial={newDraft}
        isNew
        submit={t('shop.services.add.submit')}
        save={async (fields, { type, isGeneral }, idempotencyKey) => {
          const body = { type, is_general: isGeneral, ...fields }
          const { data } = await request('POST /studio/services', { body, idempotencyKey })
          await refreshServices()
          toast(t('shop.services.added'), { tone: 'success' })
          navigate(pathTo('service', { serviceId: data.id }))
        }}
      />
    </div>
  )
}

/** `/admin/services/:serviceId`: changes a service. */
export function ServiceScreen({ serviceId }: { serviceId: number }) {
  const t = useCopy()
  const { data, error, refetch, isFetching } = useQuery({ ...serviceQuery(serviceId), refetchOnMount: 'always' })
  usePageTitle(data ? textsOf(data.texts, t.language).title : t('shop.services'))
  if (error instanceof RequestError && error.status === 404)
    return (
      <EmptyState
        isPage
        icon="star"
        title={t('shop.services.gone.title')}
        text={t('shop.gone.text')}
        action={<LinkButton href={pathTo('services')}>{t('shop.services.back')}</LinkButton>}
      />
    )
  if (!data && error) return <ErrorState isPage busy={isFetching} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={styles.column} aria-busy>
        <HeadingSkeleton />
        <Skeleton height="14rem" />
        <Skeleton height="14rem" />
      </div>
    )
  return <Editor key={serviceId} service={data} />
}

/** The form keeps what is typed in it when the service changes elsewhere; only `again` takes what is stored then. */
function Editor({ service }: { service: EditedServiceWire }) {
  const t = useCopy()
  const page = useHeldFocus<HTMLDivElement>()
  const [opened, open] = useState({ service, times: 0 })
  const [revision, setRevision] = useState(service.revision)
  const { id, state } = service
  const again = async () => {
    const { data } = await request('GET /studio/services/:id', { params: { id } })
    setRevision(data.revision)
    open({ service: data, times: opened.times + 1 })
  }
  return (
    <div ref={page} tabIndex={-1} className={styles.column}>
      <Back />
      <header className={styles.header}>
        <h1 dir="auto">{textsOf(service.texts, t.language).title}</h1>
        <ServiceState state={state} />
        <StateButtons id={id} state={state} />
      </header>
      <p className={styles.muted}>
        {[t(`shop.kind.${service.type}`), service.is_general && t('shop.general')].filter(Boolean).join(' · ')}
      </p>
      <ServiceForm
        key={opened.times}
        initial={draftOf(opened.service, t.language)}
        submit={t('shop.services.save')}
        again={again}
        save={async fields => {
          const body = { ...fields, revision }
          const { data } = await request('PUT /studio/services/:id', { params: { id }, body })
          setRevision(data.revision)
          await refreshServices()
          toast(t('shop.services.saved'), { tone: 'success' })
        }}
      />
    </div>
  )
}
