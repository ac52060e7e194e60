import { useLocation } from 'wouter'
import { useCopy } from '#kit/copy/copy.tsx'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import type { PersonWire } from '#shared/features/people/contract.ts'
import { useIsMailSet } from '#studio/features/accounts/mail/MailNotice.tsx'
import { useUser } from '#studio/features/accounts/session.ts'
import { pathTo } from '#studio/platform/addresses.ts'
import { saveAsFile } from '#kit/request/save-as-file.ts'
import { confirmationText, useAction } from './data.ts'
import styles from './People.module.css'
import { showInvitationLink } from './InvitationLink.tsx'
import { askForText, offerSignInAs } from './PersonDialogs.tsx'

/** What an administrator may do with an account; what cannot be undone asks for confirmation. */
export function PersonActions({ person }: { person: PersonWire }) {
  const t = useCopy()
  const { run, isBusy } = useAction()
  const steps = useActions(person, run)
  const isOwn = useUser().id === person.id
  const isActive = person.blocked_at === null && person.status > 0
  const isReached = isActive && person.email !== null
  const isMailSet = useIsMailSet()
  return (
    <Card as="section">
      <div className={styles.column}>
        <h2>{t('people.act')}</h2>
        <div className={styles.actions} aria-busy={isBusy}>
          {!isOwn && isActive && person.role !== 'admin' && (
            <Button look="secondary" icon="user" onClick={steps.signInAs}>
              {t('people.act.signInAs')}
            </Button>
          )}
          {isReached && isMailSet && (
            <Button look="secondary" icon="send" onClick={steps.invite}>
              {t(person.has_come_in ? 'people.act.invite' : 'people.act.invite.first')}
            </Button>
          )}
          {isReached && !person.has_come_in && (
            <Button look="secondary" onClick={() => void showInvitationLink(person)}>
              {t('people.act.link')}
            </Button>
          )}
          {!person.has_come_in && (
            <Button look="secondary" icon="close" onClick={steps.withdraw}>
              {t('people.act.withdraw')}
            </Button>
          )}
          <Button look="secondary" icon="exit" onClick={steps.signOut}>
            {t('people.act.signOut')}
          </Button>
          <Button look="secondary" icon="download" onClick={steps.exportAll}>
            {t('people.act.export')}
          </Button>
          {!isOwn && person.has_second_factor && (
            <Button look="secondary" onClick={steps.turnOffFactor}>
              {t('people.act.secondFactor')}
            </Button>
          )}
          {!isOwn && (
            <Button look="secondary" icon="lock" onClick={person.blocked_at === null ? steps.block : steps.unblock}>
              {t(person.blocked_at === null ? 'people.act.block' : 'people.act.unblock')}
            </Button>
          )}
          {!isOwn && (
            <Button look="danger" icon="alert" onClick={steps.erase}>
              {t('people.act.erase')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}

function useActions(person: PersonWire, run: (work: () => Promise<unknown>) => Promise<boolean>) {
  const t = useCopy()
  const [, navigate] = useLocation()
  const { name } = person
  const params = { id: person.id }
  const act = (work: () => Promise<string | undefined>) => {
    void run(async () => {
      const told = await work()
      if (told) toast(told, { tone: 'success' })
    })
  }
  return {
    invite: () =>
      act(async () => {
        await request('POST /studio/users/:id/invite', { params })
        return t('people.act.invite.done')
      }),
    async withdraw() {
      const question = { title: t('people.act.withdraw.ask', { name }), text: t('people.act.withdraw.text') }
      if (!(await confirm({ ...question, yes: t('people.act.withdraw'), no: t('ui.cancel'), danger: true }))) return
      act(async () => {
        await request('POST /studio/users/:id/withdraw', { params })
        navigate(pathTo('users'))
        return t('people.act.withdraw.done')
      })
    },
    unblock: () =>
      act(async () => {
        await request('POST /studio/users/:id/unblock', { params })
        return t('people.act.unblock.done')
      }),
    exportAll: () =>
      act(async () => {
        const { data } = await request('GET /studio/users/:id/export', { params })
        saveAsFile(`person-${person.id}.json`, JSON.stringify(data, null, 2), 'application/json')
        return undefined
      }),
    async signOut() {
      const question = { title: t('people.act.signOut.ask', { name }), text: t('people.act.signOut.text') }
      if (!(await confirm({ ...question, yes: t('people.act.signOut'), no: t('ui.cancel') }))) return
      act(async () => {
        const { data } = await request('POST /studio/users/:id/end-sessions', { params })
        return t('people.act.signOut.done', { ended: data.ended })
      })
    },
    async turnOffFactor() {
      const question = { title: t('people.act.secondFactor.ask', { name }), text: t('people.act.secondFactor.text') }
      if (!(await confirm({ ...question, yes: t('people.act.secondFactor'), no: t('ui.cancel'), danger: true }))) return
      act(async () => {
        await request('POST /studio/users/:id/turn-off-second-factor', { params })
        return t('people.act.secondFactor.done')
      })
    },
    signInAs: () => void offerSignInAs(person),
    async block() {
      await askForText({
        title: t('people.act.block.title', { name }),
        text: t('people.act.block.text'),
        label: t('people.act.block.reason'),
        submit: t('people.act.block'),
        maxLength: 500,
        send: reason => request('POST /studio/users/:id/block', { params, body: { reason } }),
        onDone: () => toast(t('people.act.block.done'), { tone: 'success' }),
      })
    },
    async erase() {
      await askForText({
        title: t('people.act.erase.title', { name }),
        text: t('people.act.erase.text'),
        label: t('people.act.erase.confirm', { called: confirmationText(person) }),
        submit: t('people.act.erase.submit'),
        expected: confirmationText(person),
        send: async typed => {
          await request('POST /studio/users/:id/erase', { params, body: { confirm: typed } })
          navigate(pathTo('users'))
        },
        onDone: () => toast(t('people.act.erase.done'), { tone: 'success' }),
      })
    },
  }
}
