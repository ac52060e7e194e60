import type { FastifyBaseLogger } from 'fastify'
import { ExpiringMemory } from '#server/platform/expiring-memory.ts'
import { askOutside } from '#server/platform/outgoing/ask-outside.ts'
import type { ArticlePreviewWire } from '#shared/features/articles/wire.ts'
import type { Language } from '#shared/platform/contract.ts'
import type { CommunitySettings } from '../settings.ts'
import { type AskedClub, readHostAnswer } from './host-article.ts'

const mostBytes = 1024 * 1024
const patienceMs = 4000
const keptMs = 60_000
/** For how long a site that failed is not asked again, so that nobody waits for it meanwhile. */
const restMs = 10_000
/** The preview of an article, 370 by 210, in the pixels of a sharp screen. */
const thumbnail = `${370 * 2}x${210 * 2}`

type Question = { host: string; clubs: readonly AskedClub[]; language: Language }
type Parts = CommunitySettings & { clock(): number; log: Pick<FastifyBaseLogger, 'warn'> }

/** A site of clubs did not answer, or not with articles. */
export class HostUnreachable extends Error {
  override name = 'HostUnreachable'
}

const addressOf = ({ host, clubs, language }: Question) => {
  if (!host) throw new Error('communityUrlApi must be set')
  const url = new URL('api/v1/articles/preview', `${host.replace(/\/$/, '')}/`)
  for (const { id } of clubs) url.searchParams.append('external_id[]', String(id))
  url.searchParams.set('thumbnail', thumbnail)
  url.searchParams.set('lang', language)
  return url
}

/**
 * Asks sites of clubs for their articles, and remembers for a minute what one answered: the same for all readers, as it is asked with
 * the school's token and not with anybody's session.
 */
export class CommunityHosts {
  readonly #parts: Parts
  readonly #answers = new ExpiringMemory<Promise<ArticlePreviewWire[]>>({ keptMs, most: 500 })
  readonly #resting = new ExpiringMemory<true>({ keptMs: restMs, most: 500 })

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The articles of clubs at a site; rejects with HostUnreachable, and with a caller’s error when there is no site. */
  async list(question: Question): Promise<ArticlePreviewWire[]> {
    const url = addressOf(question)
    const now = this.#parts.clock()
    const known = this.#answers.find(url.href, now)
    if (known) return known
    if (this.#resting.find(url.origin, now)) throw new HostUnreachable('It failed a moment ago')
    const asked = this.#ask(url, question).catch((error: unknown) => {
      this.#answers.forget(url.href)
      this.#resting.keep(url.origin, true, this.#parts.clock())
      const reason = error instanceof Error ? error.message : 'unknown'
      this.#parts.log.warn({ host: url.origin, reason }, 'A site of clubs did not answer with articles')
      throw new HostUnreachable(reason)
    })
    this.#answers.keep(url.href, asked, now)
    return asked
  }

  async #ask(url: URL, { clubs, language }: Question): Promise<ArticlePreviewWire[]> {
    const { authorizations, allowPrivate, clock } = this.#parts
    const token = authorizations.get(url.origin)
    const headers = {
      accept: 'application/json',
      'accept-language': language,
      'user-agent': 'Kurso',
      ...(token && { authorization: `Bearer ${token}` }),
    }
    const signal = AbortSignal.timeout(patienceMs)
    const answer = await askOutside({ url: url.href, method: 'GET', headers }, { mostBytes, allowPrivate, signal })
    if (answer.status !== 200) throw new Error(`It answered ${answer.status}`)
    const said = JSON.parse(answer.body.toString('utf8')) as unknown
    const found = readHostAnswer(said, clubs, url, clock() / 1000)
    if (!found) throw new Error('It answered something else')
    return found
  }
}
