import { useId, useState } from 'react'
import { queryClient } from '#kit/cache/query-client.ts'
import { useCopy } from '#kit/copy/copy.tsx'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { useNow } from '#kit/ui/clock.ts'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { confirm } from '#kit/ui/layers/QuestionDialog.tsx'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Notice } from '#kit/ui/states/Notice.tsx'
import type { ExpertHoursWire } from '#shared/features/videoconsultations/wire.ts'
import { useMoments } from '#studio/platform/moments.ts'
import { useSpans } from '#studio/platform/spans.ts'
import { hoursQuery, refreshHours } from '../data.ts'
import styles from './Hours.module.css'

type Props = { known: ExpertHoursWire }

/** The expert's calendar elsewhere, whose busy times are not offered: its address, what was read there, and how old that is. */
export function OutsidePart({ known }: Props) {
  const id = useId()
  const t = useCopy()
  const [url, setUrl] = useState('')
  const expertId = known.expert.id
  const { is_set: isSet } = known.calendar
  const set = async (to: string | null) => {
    const params = { expertId }
    const { data } = await request('PUT /studio/video-hours/:expertId/calendar', { params, body: { url: to } })
    queryClient.setQueryData(hoursQuery(expertId).queryKey, data)
    setUrl('')
    await refreshHours()
  }
  const { form, isBusy, failure, errorOf, forgive, handleSubmit } = useSubmit({
    check: () => (URL.canParse(url.trim()) ? undefined : { url: [t('video.outside.address.wrong')] }),
    send: async () => {
      await set(url.trim())
      toast(t('video.outside.saved'), { tone: 'success' })
    },
    failed: t('video.outside.failed'),
  })
  const removal = useSubmit({ send: () => set(null), failed: t('video.outside.failed'), hasToast: true })
  const remove = async () => {
    const answers = { yes: t('video.outside.remove'), no: t('ui.cancel'), danger: true }
    if (await confirm({ title: t('video.outside.remove.ask'), text: t('video.outside.remove.text'), ...answers }))
      void removal.run()
  }
  return (
    <section aria-labelledby={id}>
      <form ref={form} className={styles.form} noValidate onSubmit={handleSubmit}>
        <h2 id={id}>{t('video.outside')}</h2>
        <p className={styles.muted}>{t('video.outside.text')}</p>
        {isSet && <CalendarNotice known={known} />}
        <TextField
          type="url"
          label={t(isSet ? 'video.outside.address.other' : 'video.outside.address')}
          hint={t('video.outside.address.hint')}
          value={url}
          maxLength={1000}
          error={errorOf('url')}
          autoComplete="off"
          placeholder="https://"
          onChange={event => {
            setUrl(event.target.value)
            forgive('url')
          }}
        />
        <FailureNotice failure={failure} />
        <p className={styles.hours}>
          <Button type="submit" look="secondary" busy={isBusy}>
            {t('video.outside.save')}
          </Button>
          {isSet && (
            <Button look="ghost" busy={removal.isBusy} onClick={() => void remove()}>
              {t('video.outside.remove')}
            </Button>
          )}
        </p>
      </form>
    </section>
  )
}

/** What was read last, how long ago, and what went wrong since. */
function CalendarNotice({ known: { calendar } }: Props) {
  const t = useCopy()
  const { moment } = useMoments()
  const { span } = useSpans()
  const now = useNow(60_000)
  const { host, fetched_at: fetchedAt, fault, busy_count: count } = calendar
  const age = fetchedAt === null ? null : span(Math.max(0, now / 1000 - fetchedAt))
  return (
    <>
      <p>
        {[
          host,
          t('video.outside.busy', { count }),
          fetchedAt === null
            ? t('video.outside.never')
            : t('video.outside.read', { at: moment(fetchedAt * 1000), age: age ?? '' }),
        ].join(' · ')}
      </p>
      {fault && (
        <Notice tone="warn" title={t(`video.outside.fault.${fault}`)}>
          {fetchedAt !== null && t('video.outside.kept')}
        </Notice>
      )}
    </>
  )
}
