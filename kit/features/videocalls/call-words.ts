import type { Copy } from '#kit/copy/copy.tsx'
import type { CallState } from './call.ts'

/** Where the call stands. */
export function stageWords(t: Copy, { stage, hasLeft }: CallState, name: string): string {
  if (stage === 'waiting') return t(hasLeft ? 'videocall.stage.left' : 'videocall.stage.waiting', { name })
  if (stage === 'elsewhere' || stage === 'over') return t(`videocall.stage.${stage}`)
  return t(`videocall.stage.${stage}`, { name })
}

/** What there is to say of the other. */
export function sideWords(t: Copy, { stage, remote }: CallState, name: string): string[] {
  const { state } = remote ?? {}
  if (stage !== 'talking' || !state) return []
  const words = [
    state.isHeld ? t('videocall.side.held', { name }) : !state.hasMicrophone && t('videocall.side.muted', { name }),
    state.isSharing && t('videocall.side.sharing', { name }),
    state.picture === 'off' && t('videocall.side.off', { name }),
    state.picture === 'saved' && t('videocall.side.saved', { name }),
  ]
  return words.filter(word => word !== false)
}
