export type ChunkFailure = 'missing' | 'error' | 'timeout'

/** How long a part of the app may take to load, in ms. */
export const chunkPatience = 120_000

/** A part of the app failed to load: with `missing` it is gone from the server, as after a new release. */
export class ChunkLoadError extends Error {
  readonly id: string
  readonly type: ChunkFailure
  readonly code: 'CHUNK_LOAD_FAILED' | 'CSS_CHUNK_LOAD_FAILED'

  constructor(id: string, type: ChunkFailure, isStyle: boolean, cause?: unknown) {
    super(`Loading ${isStyle ? 'CSS chunk' : 'chunk'} ${id} failed`, { cause })
    this.name = 'ChunkLoadError'
    this.id = id
    this.type = type
    this.code = isStyle ? 'CSS_CHUNK_LOAD_FAILED' : 'CHUNK_LOAD_FAILED'
  }
}

/** Loads a part of the app; every way to fail becomes a ChunkLoadError after at most 120 s. */
export async function loadChunk<Part>(id: string, load: () => Promise<Part>): Promise<Part> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError(id, 'timeout', false)), chunkPatience)
  })
  try {
    return await Promise.race([load(), late])
  } catch (cause) {
    throw cause instanceof ChunkLoadError ? cause : await chunkErrorOf(id, cause)
  } finally {
    clearTimeout(timer)
  }
}

async function chunkErrorOf(id: string, cause: unknown): Promise<ChunkLoadError> {
  const said = cause instanceof Error ? cause.message : ''
  const address = /(?:https?:\/\/[^\s'"]+|\/v\/[^\s'"]+)/.exec(said)?.[0]
  const answer = address
    ? await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
    : undefined
  return new ChunkLoadError(id, answer?.status === 404 ? 'missing' : 'error', /CSS/.test(said), cause)
}
