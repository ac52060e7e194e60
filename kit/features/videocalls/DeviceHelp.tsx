import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/actions/Button.tsx'
import { Notice } from '#kit/ui/states/Notice.tsx'
import { browserOf } from './browser.ts'
import type { OwnMedia } from './own-media.ts'
import { useMediaState } from './use-call.ts'

interface Props {
  media: OwnMedia
  kind: 'microphone' | 'camera'
}

/** Why a microphone or camera gives nothing, and what to do about it in this browser. */
export function DeviceHelp({ media, kind }: Props) {
  const t = useCopy()
  const { problem, isWanted, isHeld, isOpening } = useMediaState(media)[kind]
  if (isHeld)
    return (
      <Notice live tone="warn">
        {t(`videocall.${kind}.held`)}
      </Notice>
    )
  if (!problem || !isWanted) return null
  const retry = (
    <Button look="secondary" icon="refresh" busy={isOpening} onClick={() => void media.retry(kind)}>
      {t('ui.retry')}
    </Button>
  )
  return (
    <Notice live tone="warn" title={t(`videocall.${kind}.${problem}`)} action={retry}>
      {problem === 'denied' && <p>{t(`videocall.allow.${browserOf(navigator)}`)}</p>}
      {kind === 'microphone' ? <p>{t('videocall.microphone.without')}</p> : <p>{t('videocall.camera.without')}</p>}
    </Notice>
  )
}
