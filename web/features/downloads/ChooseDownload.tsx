import { useEffect, useId, useState } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { formatBytes } from '#kit/features/media/upload-text.ts'
import { errorMessage } from '#kit/request/request-errors.ts'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Dialog } from '#kit/ui/layers/Dialog.tsx'
import { openDialog } from '#kit/ui/layers/dialogs.ts'
import { toast } from '#kit/ui/layers/toasts.ts'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { Skeleton } from '#kit/ui/marks/Skeleton.tsx'
import type { ManifestWire } from '#shared/features/downloads/contract.ts'
import { bytesOf, type Quality, qualities } from '#shared/features/downloads/rules.ts'
import { startDownload } from './actions.ts'
import styles from './Downloads.module.css'
import { askManifest, isPreparing, mostAsked } from './fetch-requests.ts'
import { useDevice } from './on-device.ts'
import { usedBytes } from './progress-of.ts'
import type { Target } from './requests.ts'

/** How often it is asked whether sizes are known, in ms. */
const askAgainMs = 1500

/** Asks in which quality to download something, each with its size, and begins to. */
export async function openChoice(target: Target, title: string): Promise<void> {
  await openDialog<boolean>(close => <Choice target={target} title={title} onClose={close} />)
}

type Asked = { manifest?: ManifestWire; error?: unknown }

/** What there is to download, asked again until all of it is measured; after an error by `retry`. */
function useManifest(target: Target): Asked & { retry: () => void } {
  const [asked, setAsked] = useState<Asked>({})
  const [tries, setTries] = useState(0)
  const { streamId, dayId, lessonId } = target
  useEffect(() => {
    let isShown = true
    let timer: ReturnType<typeof setTimeout> | undefined
    let left = mostAsked
    const ask = async () => {
      const manifest = await askManifest({ streamId, ...(dayId && { dayId }), ...(lessonId && { lessonId }) })
      if (!isShown) return
      setAsked({ manifest })
      left -= 1
      if (isPreparing(manifest) && left === 0) throw new Error('The school still measures the files')
      if (isPreparing(manifest)) timer = setTimeout(() => void ask().catch(fail), askAgainMs)
    }
    const fail = (error: unknown) => isShown && setAsked({ error })
    void ask().catch(fail)
    return () => {
      isShown = false
      clearTimeout(timer)
    }
  }, [streamId, dayId, lessonId, tries])
  const retry = () => {
    setAsked({})
    setTries(tries + 1)
  }
  return { ...asked, retry }
}

/** The qualities that differ in what they weigh. */
function offered({ items }: ManifestWire): { quality: Quality; bytes: number }[] {
  const all = qualities.map(quality => ({ quality, bytes: bytesOf(items, quality) }))
  return all.filter(({ bytes }, place) => all.findIndex(one => one.bytes === bytes) === place)
}

function Choice({ target, title, onClose }: { target: Target; title: string; onClose: () => void }) {
  const t = useCopy()
  const { manifest, error, retry } = useManifest(target)
  const [chosen, choose] = useState<Quality>()
  const { settings } = useDevice()
  const offers = manifest ? offered(manifest) : []
  const quality = offers.find(one => one.quality === (chosen ?? settings?.quality))?.quality ?? offers[0]?.quality
  const bytes = offers.find(one => one.quality === quality)?.bytes ?? 0
  const isReady = manifest !== undefined && !isPreparing(manifest)
  const isEmpty = isReady && bytes === 0
  const handleStart = () => {
    if (!quality) return
    onClose()
    startDownload(target, quality).catch((failed: unknown) =>
      toast(errorMessage(failed, t('downloads.failed')), { tone: 'danger' }),
    )
  }
  return (
    <Dialog
      size="small"
      title={t('downloads.choose.title', { title })}
      onClose={onClose}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button
            icon="download"
            busy={!isReady && !error}
            aria-disabled={isEmpty || Boolean(error)}
            onClick={() => !isEmpty && handleStart()}
          >
            {t('downloads.start')}
          </Button>
        </>
      }
    >
      {error !== undefined && <Failure error={error} onRetry={retry} />}
      {!manifest && !error && <Skeleton height="6rem" />}
      {manifest && !isReady && (
        <p role="status" className={styles.muted}>
          {t('downloads.choose.preparing')}
        </p>
      )}
      {isReady && <Qualities offers={offers} quality={quality} onChoose={choose} />}
      {manifest?.items.some(({ state }) => state === 'unconverted') && <Notice>{t('downloads.unconverted')}</Notice>}
      {manifest?.items.some(({ state }) => state === 'missing') && <Notice>{t('downloads.failure.missing')}</Notice>}
      {isEmpty && !manifest?.items.length && <p>{t('downloads.choose.nothing')}</p>}
      <Room bytes={bytes} />
    </Dialog>
  )
}

function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useCopy()
  const again = (
    <Button look="secondary" icon="refresh" onClick={onRetry}>
      {t('ui.retry')}
    </Button>
  )
  return <Notice tone="danger" live title={errorMessage(error, t('downloads.failed'))} action={again} />
}

type QualitiesProps = {
  offers: readonly { quality: Quality; bytes: number }[]
  quality: Quality | undefined
  onChoose: (quality: Quality) => void
}

function Qualities({ offers, quality, onChoose }: QualitiesProps) {
  const t = useCopy()
  const name = useId()
  const words = {
    full: t('downloads.quality.full'),
    small: t('downloads.quality.small'),
    sound: t('downloads.quality.sound'),
  }
  return (
    <fieldset className={styles.qualities}>
      <legend>{t('downloads.quality')}</legend>
      {offers.map(offer => (
        <label key={offer.quality} className={styles.quality}>
          <input
            type="radio"
            name={name}
            checked={offer.quality === quality}
            onChange={() => onChoose(offer.quality)}
          />
          <span>{words[offer.quality]}</span>
          <span className={styles.size}>{formatBytes(offer.bytes, t.language)}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** What is left of the room that downloads may take, and whether this fits. */
function Room({ bytes }: { bytes: number }) {
  const t = useCopy()
  const { files, settings } = useDevice()
  if (!files || !settings) return null
  const left = Math.max(0, settings.budget - usedBytes(files))
  if (bytes > left)
    return <Notice tone="warn" live title={t('downloads.room.short', { left: formatBytes(left, t.language) })} />
  return <p className={styles.muted}>{t('downloads.room', { left: formatBytes(left, t.language) })}</p>
}
