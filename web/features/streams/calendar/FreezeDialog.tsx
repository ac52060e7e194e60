import { type ReactNode, useId, useState } from 'react'
import { queryClient } from '#kit/cache/query-client.ts'
import { type Copy, useCopy } from '#kit/copy/copy.tsx'
import { formatDate, formatLocalDate } from '#kit/copy/format.ts'
import { FailureNotice } from '#kit/form/FailureNotice.tsx'
import { useSubmit } from '#kit/form/use-submit.ts'
import { useOnline } from '#kit/request/use-online.ts'
import { request } from '#kit/request/request.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { TextField } from '#kit/ui/fields/TextField.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import type { UserStreamWire } from '#shared/features/streams/contract.ts'
import type { UserStream } from '#shared/features/streams/forms.ts'
import { addDays, daysBetween, type LocalDate, localDate } from '#shared/platform/times.ts'
import { refreshStreams, statusQuery, streamsQuery } from '../data.ts'
import styles from '#kit/ui/layers/Dialog.module.css'
import { freezeToCome } from '../stream-words.ts'

/** Shows a stream as the server has just answered it. */
function showStream(stream: UserStreamWire): void {
  queryClient.setQueryData(streamsQuery().queryKey, wires =>
    wires?.map(wire => (wire.id === stream.id ? stream : wire)),
  )
  queryClient.setQueryData(statusQuery(stream.id).queryKey, wire => wire && { ...wire, stream })
}

/** Freezes a stream from one date to another; both are frozen too. */
async function createFreeze(streamId: number, from: LocalDate, to: LocalDate) {
  const input = { params: { streamId }, body: { start_date: from, end_date: to } }
  showStream((await request('POST /user-course-streams/:streamId/freeze/create', input)).data)
  refreshStreams(queryClient)
}

/** Ends the freeze of a stream, or calls it off. */
async function endFreeze(streamId: number) {
  const { data } = await request('POST /user-course-streams/:streamId/freeze/cancel', { params: { streamId } })
  showStream(data)
  refreshStreams(queryClient)
}

interface Props {
  stream: UserStream
  timeZone: string
  onClose: () => void
}

/** A week from today or from the course's first day, or what is left of it. */
function firstChoice({ startsOn, freezeDaysLeft }: UserStream, today: LocalDate) {
  const from = today < startsOn ? startsOn : today
  return { from, to: addDays(from, Math.min(7, freezeDaysLeft) - 1) }
}

/** What a choice of dates leads to; undefined while it is no span. */
function resultOf(t: Copy, { endsOn }: UserStream, from: LocalDate, to: LocalDate): string | undefined {
  if (!from || !to || to < from) return undefined
  const count = daysBetween(from, to) + 1
  return t('streams.freeze.result', { count, date: formatLocalDate(addDays(endsOn, count), t.language) })
}

function PlanFreeze({ stream, timeZone, onClose }: Props) {
  const t = useCopy()
  const id = useId()
  const isOnline = useOnline()
  const [first] = useState(() => firstChoice(stream, localDate(Date.now(), timeZone)))
  const [{ from, to }, choose] = useState(first)
  const { form, isBusy, failure, errorOf, forgive, handleSubmit } = useSubmit({
    send: async () => {
      await createFreeze(stream.id, from, to)
      onClose()
      return true
    },
    failed: t('streams.freeze.failed'),
  })
  const result = resultOf(t, stream, from, to)
  const handleFrom = (date: LocalDate) => {
    forgive('start_date')
    // The length stays as it was chosen.
    choose({ from: date, to: date && result ? addDays(date, daysBetween(from, to)) : to })
  }
  const footer = (
    <Button type="submit" form={id} wide busy={isBusy} disabled={!isOnline} icon={isOnline ? 'pause' : 'wifi-off'}>
      {t(isOnline ? 'streams.freeze.submit' : 'accounts.offline')}
    </Button>
  )
  return (
    <Dialog size="small" title={t('streams.pause', { freeze: 'none' })} footer={footer} onClose={onClose}>
      <form ref={form} id={id} className={styles.form} onSubmit={handleSubmit} noValidate>
        <FailureNotice failure={failure} />
        <p>{t('streams.freeze.text', { count: stream.freezeDaysLeft })}</p>
        <TextField
          type="date"
          label={t('streams.freeze.from')}
          value={from}
          min={first.from}
          max={stream.endsOn}
          error={errorOf('start_date')}
          onChange={event => handleFrom(event.currentTarget.value)}
        />
        <TextField
          type="date"
          label={t('streams.freeze.to')}
          value={to}
          min={from}
          max={from && addDays(from, stream.freezeDaysLeft - 1)}
          error={errorOf('end_date')}
          onChange={event => {
            forgive('end_date')
            choose({ from, to: event.currentTarget.value })
          }}
        />
        <p role="status">{result}</p>
      </form>
    </Dialog>
  )
}

function EndFreeze({ stream, onClose, children }: Omit<Props, 'timeZone'> & { children: ReactNode }) {
  const t = useCopy()
  const isOnline = useOnline()
  const hasBegun = stream.status === 'freeze'
  const { run, isBusy, failure } = useSubmit({
    send: async () => {
      await endFreeze(stream.id)
      toast(t('streams.freeze.ended'), { tone: 'success' })
      onClose()
      return true
    },
    failed: t('streams.freeze.endFailed'),
  })
  const footer = (
    <Button wide busy={isBusy} disabled={!isOnline} icon={isOnline ? 'play' : 'wifi-off'} onClick={() => void run()}>
      {isOnline ? t(hasBegun ? 'streams.freeze.goOn' : 'streams.freeze.callOff') : t('accounts.offline')}
    </Button>
  )
  return (
    <Dialog size="small" title={t('streams.pause', { freeze: 'active' })} footer={footer} onClose={onClose}>
      <FailureNotice failure={failure} />
      <p>{children}</p>
      <p>{t(hasBegun ? 'streams.freeze.goOn.text' : 'streams.freeze.callOff.text')}</p>
    </Dialog>
  )
}

/** Lets the learner freeze a stream, or end the freeze that it has. */
function FreezeDialog(props: Props) {
  const t = useCopy()
  const freeze = freezeToCome(props.stream)
  if (!freeze) return <PlanFreeze {...props} />
  const [from, to] = [freeze.startDate, freeze.endDate].map(at => formatDate(at, t.language, 'long', props.timeZone))
  return <EndFreeze {...props}>{t('streams.freeze.dates', { from: from ?? '', to: to ?? '' })}</EndFreeze>
}

/** Opens the dialog of a stream's freeze. */
export function openFreeze(stream: UserStream, timeZone: string): void {
  void openDialog(close => <FreezeDialog stream={stream} timeZone={timeZone} onClose={() => close()} />)
}
