export type FailureKind = 'error' | 'rejection' | 'screen'

/** Tells the school of a failure that nobody expected; what makes the report is only loaded then. */
export function tellFailure(error: unknown, kind: FailureKind): void {
  import('./report-failure.ts').then(({ reportFailure }) => reportFailure(error, kind)).catch(() => {})
}

/** Tells what no part of the app has caught, from now on. */
export function watchFailures(): void {
  addEventListener('error', ({ error, message }) => tellFailure(error ?? message, 'error'))
  addEventListener('unhandledrejection', ({ reason }) => tellFailure(reason, 'rejection'))
}
