import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import type { AnswerOf } from '#kit/request/request.ts'
import { errorMessage, RequestError } from '#kit/request/request-errors.ts'
import page from '#kit/ui/Page.module.css'
import { Button } from '#kit/ui/actions/Button.tsx'
import { LinkButton } from '#kit/ui/actions/LinkButton.tsx'
import { classes } from '#kit/ui/classes.ts'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import { VisuallyHidden } from '#kit/ui/marks/VisuallyHidden.tsx'
import { EmptyState } from '#kit/ui/states/EmptyState.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { pathTo } from '#web/platform/addresses.ts'
import { LoadFailure } from '#web/platform/LoadFailure.tsx'
import { unlink, useNetworks } from './data.ts'
import styles from './Social.module.css'
import { NetworkMark, useLinking } from './SocialButtons.tsx'

/** `/user/social-networks` */
export function SocialNetworksScreen() {
  const t = useCopy()
  return (
    <div className={page.column}>
      <header>
        <h1>{t('social.title')}</h1>
        <p className={styles.lead}>{t('social.lead')}</p>
      </header>
      <Networks returnTo={pathTo('socialNetworks')} />
    </div>
  )
}

/** `returnTo` is the path that linking returns to. */
function Networks({ returnTo }: { returnTo: string }) {
  const t = useCopy()
  const { data, error, isFetching, refetch } = useNetworks()
  if (!data && error) {
    return (
      <LoadFailure
        title={t('social.failed')}
        offlineText={t('social.offline')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) {
    return (
      <div aria-busy>
        <VisuallyHidden>{t('ui.loading')}</VisuallyHidden>
        <Skeleton shape="box" height="4.5rem" />
        <Skeleton shape="box" height="4.5rem" />
      </div>
    )
  }
  if (data.length === 0) return <EmptyState icon="users" title={t('social.none')} text={t('social.none.text')} />
  return <NetworkList networks={data} returnTo={returnTo} />
}

type Network = AnswerOf<'GET /user-external-auth'>['providers'][number]

function NetworkList({ networks, returnTo }: { networks: readonly Network[]; returnTo: string }) {
  const t = useCopy()
  const { leaving, failure, handleLink } = useLinking(returnTo)
  const unlinking = useUnlinking()
  const told = failure || unlinking.failure
  return (
    <>
      {told && (
        <Notice tone="danger" live>
          {told}
        </Notice>
      )}
      <ul className={styles.list}>
        {networks.map(network => (
          <li key={network.source} className={styles.network}>
            <NetworkMark source={network.source} />
            <p className={styles.name}>
              <strong>{network.name}</strong>
              <span className={classes(styles.state, network.is_linked && styles.isLinked)}>
                {t(network.is_linked ? 'social.linked' : 'social.notLinked')}
              </span>
            </p>
            <Button
              look={network.is_linked ? 'ghost' : 'secondary'}
              busy={leaving === network.source || (network.id !== null && unlinking.id === network.id)}
              aria-label={t(network.is_linked ? 'social.unlink.named' : 'social.link.named', { network: network.name })}
              onClick={() => void (network.is_linked ? unlinking.handleUnlink(network) : handleLink(network.source))}
            >
              {t(network.is_linked ? 'social.unlink' : 'social.link')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Unlinks after a confirmation; server errors are reported too. */
function useUnlinking() {
  const t = useCopy()
  const client = useQueryClient()
  const [id, setId] = useState<number>()
  const [failure, setFailure] = useState('')
  const handleUnlink = async ({ id: link, name: network }: Network) => {
    setFailure('')
    const question = { title: t('social.unlink.title', { network }), text: t('social.unlink.text'), danger: true }
    if (link === null || !(await confirm({ ...question, yes: t('social.unlink'), no: t('ui.cancel') }))) return
    setId(link)
    try {
      if (await unlink(client, link)) toast(t('social.unlinked', { network }), { tone: 'success' })
    } catch (error) {
      setFailure(t('social.unlink.failed', { network, reason: errorMessage(error, t('social.again')) }))
      if (error instanceof RequestError && error.status >= 500) reportError(error)
    } finally {
      setId(undefined)
    }
  }
  return { id, failure, handleUnlink }
}

/** `/linksocialnetworks`: offers to link a network before continuing. */
export function LinkSocialNetworksScreen() {
  const t = useCopy()
  return (
    <div className={page.column}>
      <header>
        <h1>{t('social.link.title')}</h1>
        <p className={styles.lead}>{t('social.link.lead')}</p>
      </header>
      <Networks returnTo={pathTo('linkSocialNetworks')} />
      <LinkButton href={pathTo('home')}>{t('social.link.continue')}</LinkButton>
    </div>
  )
}
