import { useCopy } from '#kit/copy/copy.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { saveAsFile } from '#kit/request/save-as-file.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { csvOf } from '#shared/platform/csv.ts'
import { refreshCohorts } from '../data.ts'

type Props = { look: 'primary' | 'secondary'; userIds: number[] | (() => Promise<number[]>) }

/** Makes links for people who have not come in yet, and saves them as a file to hand them over from. */
export function SaveLinks({ look, userIds }: Props) {
  const t = useCopy()
  const { run, isBusy } = useSubmit({
    send: async () => {
      const ids = typeof userIds === 'function' ? await userIds() : userIds
      const { data } = await request('POST /studio/invitation-links', { body: { user_ids: ids } })
      const head = [t('cohorts.learner.name'), t('cohorts.list.column.email'), t('cohorts.links.column')]
      const rows = data.links.map(({ name, email, url }) => [name, email, url])
      saveAsFile('invitation-links.csv', csvOf([head, ...rows]), 'text/csv')
      await refreshCohorts()
      toast(t('cohorts.links.saved', { count: rows.length }), { tone: 'success' })
    },
    failed: t('cohorts.links.failed'),
    hasToast: true,
  })
  return (
    <Button look={look} icon="download" busy={isBusy} onClick={() => void run()}>
      {t('cohorts.links.save')}
    </Button>
  )
}
