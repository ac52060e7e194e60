import { useEffect, useState } from 'react'
import { type CopyKey, useCopy } from '#kit/copy/copy.tsx'
import { SelfiePart } from '#kit/features/media/selfie/SelfiePart.tsx'
import { browserUploads } from '#kit/features/media/uploads/browser-uploads.ts'
import type { UploadView } from '#kit/features/media/uploads/upload-view.ts'
import { letGoUpload, useUpload } from '#kit/features/media/uploads/uploading.ts'
import { useDraft } from '#kit/form/draft.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Card } from '#kit/ui/states/Card.tsx'
import type { Day } from '#shared/features/courses/forms.ts'
import { selfieRefusal } from '#shared/features/progress/rules.ts'
import styles from './DayScreen.module.css'
import type { useDayActions } from './data.ts'
import type { LessonPlace } from './day-content.ts'

interface Props {
  streamId: number
  day: Day
  lessons: readonly LessonPlace[]
  actions: ReturnType<typeof useDayActions>
}

/** What a day that is not started shows above its lessons. */
export function StartDay({ streamId, day, lessons, actions }: Props) {
  const t = useCopy()
  const picture = lessons.map(({ lesson }) => lesson.imageUrl ?? lesson.localVideoFile?.preview).find(Boolean)
  return (
    <Card flush tone="accent" className={styles.start}>
      {picture && <img className={styles.startPicture} src={picture} alt="" />}
      <div className={styles.startBody}>
        <p className={styles.invitation}>{t('progress.start.text', { count: lessons.length })}</p>
        {day.isSelfieRequired ? (
          <StartWithSelfie streamId={streamId} day={day} actions={actions} />
        ) : (
          <StartButton actions={actions} onPress={() => void actions.start()} />
        )}
      </div>
    </Card>
  )
}

function StartButton({ actions, onPress }: Pick<Props, 'actions'> & { onPress: () => void }) {
  const t = useCopy()
  return (
    <Button icon="play" busy={actions.busy === 'started'} onClick={onPress}>
      {t('progress.start')}
    </Button>
  )
}

const refusalTexts = {
  selfie_required: 'media.selfie.required',
  selfie_uploading: 'media.upload.photo',
  selfie_unusable: 'media.selfie.failed',
} satisfies Record<string, CopyKey>

/** Why the day cannot be started with this photo yet; the camera makes nothing but pictures. */
const refusalOf = (day: Day, upload: UploadView | undefined) =>
  selfieRefusal(day, upload && { isPicture: true, status: upload.state })

const read = (stored: unknown) => (typeof stored === 'string' ? stored : undefined)

/** The upload of the selfie; it survives a reload until the day is started with it. */
function useSelfie(subject: string) {
  const kept = useDraft({ subject, place: 'device', read, isEmpty: id => id === undefined })
  const upload = useUpload(kept.value ?? '')
  const { change } = kept
  useEffect(() => {
    const removeLost = () => change(id => (id !== undefined && browserUploads.view(id) ? id : undefined))
    browserUploads.load().then(removeLost, () => {})
  }, [change])
  return { ...kept, upload }
}

/** Starts a day that asks for a selfie: the photo first, then the button. */
function StartWithSelfie({ streamId, day, actions }: Pick<Props, 'streamId' | 'day' | 'actions'>) {
  const t = useCopy()
  const { value: selfie, change, forget, upload } = useSelfie(`selfie ${streamId} ${day.id}`)
  const [wasTried, setTried] = useState(false)
  const refusal = wasTried ? refusalOf(day, upload) : undefined
  const handleStart = async () => {
    setTried(true)
    if (!upload || refusalOf(day, upload)) return
    if ((await actions.start(upload.mediaId)).kind === 'refused') return
    forget()
    void letGoUpload(upload.id)
  }
  const handleChange = (taken: string | undefined) => {
    setTried(false)
    change(taken)
  }
  return (
    <>
      <SelfiePart
        selfie={selfie}
        text={t('progress.selfie.text')}
        error={refusal && t(refusalTexts[refusal])}
        onChange={handleChange}
      />
      <StartButton actions={actions} onPress={() => void handleStart()} />
    </>
  )
}
