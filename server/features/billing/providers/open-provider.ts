import type { Static, TObject } from 'typebox'
import { Value } from 'typebox/value'
import { type Provider, type ProviderKind, ProviderRefused } from './provider.ts'
import { openSandboxProvider, sandboxKeys } from './sandbox.ts'
import { openStripe, stripeKeys } from './stripe/stripe.ts'
import { openYooKassa, yooKassaKeys } from './yookassa/yookassa.ts'

export type Keys = Record<string, string>
type Place = {
  /** Where the provider is, without a slash at the end; its own address when not given. The sandbox has none of its own. */
  address?: string | undefined
  /** The current time, in ms. */
  clock(): number
}

/** The keys of each provider, by their names; those that are never shown again are `writeOnly`. */
export const providerKeys: Record<ProviderKind, TObject> = {
  sandbox: sandboxKeys,
  stripe: stripeKeys,
  yookassa: yooKassaKeys,
}

/** Opens the provider of an account with its keys. Throws ProviderRefused when the keys or the address cannot be right. */
export function openProvider(kind: ProviderKind, keys: Keys, { address, clock }: Place): Provider {
  if (kind === 'stripe') return openStripe(checked(kind, stripeKeys, keys), { address, clock })
  if (kind === 'yookassa') return openYooKassa(checked(kind, yooKassaKeys, keys), { address, clock })
  if (address === undefined) throw new ProviderRefused('The sandbox is off')
  return openSandboxProvider(checked(kind, sandboxKeys, keys), { address, clock })
}

/** The first key of a provider that is missing or of a wrong form, by its name. */
export function keyProblem(kind: ProviderKind, keys: Keys): { name: string; isMissing: boolean } | undefined {
  const schema = providerKeys[kind]
  const missing = (schema.required ?? []).find(name => !keys[name])
  if (missing !== undefined) return { name: missing, isMissing: true }
  const [first] = Value.Errors(schema, keys)
  return first && { name: first.instancePath.slice(1), isMissing: false }
}

function checked<Schema extends TObject>(kind: ProviderKind, schema: Schema, keys: Keys): Static<Schema> {
  if (Value.Check(schema, keys)) return keys
  const [first] = Value.Errors(schema, keys)
  throw new ProviderRefused(`The keys of ${kind} are wrong${first?.instancePath ? ` at ${first.instancePath}` : ''}`)
}
