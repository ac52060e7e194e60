import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import type { AnswerOf } from '#kit/request/request.ts'
import { errorMessage, RequestError } from '#kit/request/request-errors.ts'
import { Button } from '#kit/ui/Button.tsx'
import { classes } from '#kit/ui/classes.ts'
import { Notice } from '#kit/ui/Notice.tsx'
import { confirm } from '#kit/ui/QuestionDialog.tsx'
import { toast } from '#kit/ui/toasts.ts'
import { unlink } from './data.ts'
import { NetworkMark } from './NetworkMark.tsx'
import styles from './Social.module.css'
import { useLinking } from './SocialButtons.tsx'

type Network = AnswerOf<'GET /user-external-auth'>['providers'][number]

/** Each network with its state and the one thing to do about it. */
export function NetworkList({ networks, returnTo }: { networks: readonly Network[]; returnTo: string }) {
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

/** Unlinking after a question; a failure is told here and reported with the app's other failures. */
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
      await unlink(client, link)
      toast(t('social.unlinked', { network }), { tone: 'success' })
    } catch (error) {
      setFailure(t('social.unlink.failed', { network, reason: errorMessage(error, t('social.again')) }))
      if (error instanceof RequestError && error.status >= 500) reportError(error)
    } finally {
      setId(undefined)
    }
  }
  return { id, failure, handleUnlink }
}
