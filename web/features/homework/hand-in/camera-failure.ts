/** Why the camera gave no picture. */
export type CameraFailure =
  | 'internal_error'
  | 'application_busy'
  | 'invalid_argument'
  | 'no_media_files'
  | 'permission_denied'
  | 'not_supported'

/** By the names that browsers give to what `getUserMedia` throws, old ones included. */
const byName: Record<string, CameraFailure> = {
  NotAllowedError: 'permission_denied',
  PermissionDeniedError: 'permission_denied',
  SecurityError: 'permission_denied',
  NotReadableError: 'application_busy',
  TrackStartError: 'application_busy',
  OverconstrainedError: 'invalid_argument',
  ConstraintNotSatisfiedError: 'invalid_argument',
  TypeError: 'invalid_argument',
  NotFoundError: 'not_supported',
  DevicesNotFoundError: 'not_supported',
  NotSupportedError: 'not_supported',
}

/** The camera was there and nothing came of it: an empty picture, or a picker that was closed without one. */
export class NoMediaFilesError extends Error {
  constructor() {
    super('The camera gave no picture')
    this.name = 'NoMediaFilesError'
  }
}

/** What a failure of the camera is to the learner; anything unknown is an internal error. */
export function cameraFailureOf(error: unknown): CameraFailure {
  if (error instanceof NoMediaFilesError) return 'no_media_files'
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  return byName[name] ?? 'internal_error'
}
