import { Component, type ReactNode } from 'react'
import { ErrorState } from '#kit/ui/ErrorState.tsx'
import { tellFailure } from '#web/platform/failures.ts'
import { ChunkFailure } from './ChunkFailure.tsx'
import { ChunkLoadError } from './chunks.ts'
import { forgetFailures } from './screens.ts'

/** `place` is what is shown: another one is a new try. */
type Props = { place: string; children: ReactNode }
type State = { error: unknown }

/** No failure of a screen leaves a blank page: a missing chunk offers a reload, anything else another try. */
export class CrashBoundary extends Component<Props, State> {
  override state: State = { error: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error('Unknown failure') }
  }

  override componentDidCatch(error: unknown) {
    tellFailure(error, 'screen')
  }

  override componentDidUpdate(before: Props) {
    if (before.place !== this.props.place && this.state.error !== undefined) this.tryAgain()
  }

  tryAgain = () => {
    forgetFailures()
    this.setState({ error: undefined })
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (error instanceof ChunkLoadError) return <ChunkFailure isMissing={error.type === 'missing'} />
    return <ErrorState isPage onRetry={this.tryAgain} />
  }
}
