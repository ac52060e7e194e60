import { Component, type ComponentType, type ReactNode } from 'react'

export type CrashProps = { error: unknown; onRetry: () => void }

type Props = {
  /** The current place; a change of it retries. */
  place: string
  children: ReactNode
  /** Shown instead of a screen that failed. */
  Fallback: ComponentType<CrashProps>
  onCrash?: (error: unknown) => void
  /** Called before each retry. */
  onTryAgain?: () => void
}
type State = { error: unknown }

/** Keeps a screen that crashes or fails to load from leaving a blank page. */
export class CrashBoundary extends Component<Props, State> {
  override state: State = { error: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error('Unknown failure') }
  }

  override componentDidCatch(error: unknown) {
    this.props.onCrash?.(error)
  }

  override componentDidUpdate(before: Props) {
    if (before.place !== this.props.place && this.state.error !== undefined) this.tryAgain()
  }

  tryAgain = () => {
    this.props.onTryAgain?.()
    this.setState({ error: undefined })
  }

  override render() {
    const { error } = this.state
    const { children, Fallback } = this.props
    return error === undefined ? children : <Fallback error={error} onRetry={this.tryAgain} />
  }
}
