import { Component, type ReactNode } from 'react'
import { useCopy } from '#kit/copy/copy.tsx'
import { Button } from '#kit/ui/Button.tsx'
import { EmptyState } from '#kit/ui/EmptyState.tsx'

/** `place` is what is shown: another one is a new try. */
type Props = { place: string; children: ReactNode }
type State = { hasFailed: boolean; at: string }

/** No failure of a screen, nor a part of the app that did not arrive, leaves a blank page. */
export class CrashBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false, at: this.props.place }

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true }
  }

  static getDerivedStateFromProps({ place }: Props, { at }: State): Partial<State> | null {
    return place === at ? null : { hasFailed: false, at: place }
  }

  override render() {
    return this.state.hasFailed ? <Crash /> : this.props.children
  }
}

function Crash() {
  const t = useCopy()
  const reload = (
    <Button icon="refresh" onClick={() => location.reload()}>
      {t('shell.reload')}
    </Button>
  )
  return (
    <div role="alert">
      <EmptyState isPage icon="alert" title={t('shell.crash.title')} text={t('shell.crash.text')} action={reload} />
    </div>
  )
}
