import { many, one, run } from '#server/platform/database/statement.ts'
import type { SocialSource } from '#shared/features/social/rules.ts'

/** The purpose of an attempt: to sign in, or to link from a session, with which the attempt ends. */
export type Purpose = { purpose: 'login'; userId: null } | { purpose: 'link'; userId: number }
type From = { sessionId: number | null }

type Kept = { brandId: string; verifier: string; nonce: string; successUrl: string; cancelUrl: string }
export type Attempt = Kept & Purpose & From & { stateHash: Buffer; browserHash: Buffer; source: SocialSource }

const insertAttempt = run<
  [
    stateHash: Buffer,
    browserHash: Buffer,
    brandId: string,
    source: string,
    purpose: string,
    userId: number | null,
    verifier: string,
    nonce: string,
    successUrl: string,
    cancelUrl: string,
    expiresAtSeconds: number,
    sessionId: number | null,
  ]
>(
  'insert-social-attempt',
  `insert into social_attempts (state_hash, browser_hash, brand_id, source, purpose, user_id, verifier, nonce,
     success_url, cancel_url, expires_at, session_id)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, to_timestamp($11), $12)`,
)

/** Stores an attempt. */
export async function keepAttempt(db: Parameters<typeof insertAttempt>[0], attempt: Attempt, expiresAt: number) {
  const {
    stateHash,
    browserHash,
    brandId,
    source,
    purpose,
    userId,
    verifier,
    nonce,
    successUrl,
    cancelUrl,
    sessionId,
  } = attempt
  const found = [stateHash, browserHash, brandId, source, purpose, userId] as const
  await insertAttempt(db, ...found, verifier, nonce, successUrl, cancelUrl, expiresAt, sessionId)
}

/** Spends an attempt; only the browser that started it gets it, and only once. */
export const takeAttempt = one<
  [stateHash: Buffer, browserHash: Buffer, source: string, nowSeconds: number],
  Kept & Purpose
>(
  'take-social-attempt',
  `delete from social_attempts
    where state_hash = $1 and browser_hash = $2 and source = $3 and expires_at > to_timestamp($4)
   returning brand_id as "brandId", purpose, user_id as "userId", verifier, nonce, success_url as "successUrl",
     cancel_url as "cancelUrl"`,
)

/** Issues a transfer token for the person the network's account is linked to; undefined when it is not linked. */
export const insertTokenByLink = one<
  [brandId: string, source: string, externalId: string, tokenHash: Buffer, expiresAtSeconds: number],
  { isAdmitted: boolean }
>(
  'insert-transfer-token-by-link',
  `with person as (
     select u.id, u.status > 0 and u.blocked_at is null as is_admitted
       from user_external_auths a join users u on u.id = a.user_id
      where a.brand_id = $1 and a.source = $2 and a.external_id = $3
   ), made as (
     insert into transfer_tokens (token_hash, user_id, expires_at)
     select $4, id, to_timestamp($5) from person where is_admitted
   )
   select is_admitted as "isAdmitted" from person`,
)

/** Locks a person's links; returns nothing for an ended or blocked account. */
export const lockLinks = one<[userId: number], { id: number }>(
  'lock-links',
  'select id from users where id = $1 and status > 0 and blocked_at is null for no key update',
)

/**
 * Links a network's account to a person whose links are locked. An existing link stays; one held by an ended account
 * moves over. Without `id` somebody else has it or, with `hasAnother`, the person already has another account of that
 * network.
 */
export const insertLink = one<
  [userId: number, brandId: string, source: string, externalId: string],
  { id: number | null; hasAnother: boolean }
>(
  'insert-link',
  `with another as (
     select 1 from user_external_auths where user_id = $1 and source = $3 and external_id <> $4
   ), made as (
     insert into user_external_auths as a (user_id, brand_id, source, external_id)
     select $1, $2, $3, $4 where not exists (select 1 from another)
     on conflict (brand_id, source, external_id) do update set user_id = excluded.user_id
       where a.user_id = excluded.user_id or exists (select 1 from users o where o.id = a.user_id and o.status = 0)
     returning id
   )
   select (select id from made) as id, exists (select 1 from another) as "hasAnother"`,
)

export const listLinks = many<[userId: number], { id: number; source: SocialSource }>(
  'list-links',
  'select id, source from user_external_auths where user_id = $1 order by id',
)

/**
 * Removes a person's own link if another way in remains; `isGone` tells whether it did. Undefined when there is no such
 * link.
 */
export const deleteLink = one<[id: number, userId: number], { isGone: boolean }>(
  'delete-link',
  `with link as (
     select a.id, u.password_hash is not null
         or exists (select 1 from user_external_auths o where o.user_id = u.id and o.id <> a.id) as may_go
       from user_external_auths a join users u on u.id = a.user_id
      where a.id = $1 and a.user_id = $2
   ), gone as (
     delete from user_external_auths a using link where a.id = link.id and link.may_go
   )
   select may_go as "isGone" from link`,
)
